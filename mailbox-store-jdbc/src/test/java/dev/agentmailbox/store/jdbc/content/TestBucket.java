package dev.agentmailbox.store.jdbc.content;

import java.net.URI;
import org.gaul.s3proxy.AuthenticationType;
import org.gaul.s3proxy.S3Proxy;
import org.jclouds.ContextBuilder;
import org.jclouds.blobstore.BlobStore;
import org.jclouds.blobstore.BlobStoreContext;

/**
 * An S3 server of this process that checks signatures and keeps objects in memory, also while it is
 * stopped.
 */
public final class TestBucket implements AutoCloseable {
  private static final String ACCESS_KEY = "access";
  private static final String SECRET_KEY = "secret-of-the-test";
  private static final String NAME = "mail";

  private final BlobStoreContext context;
  private final BlobStore blobs;
  private S3Proxy server;
  private int port;

  /** Starts one with an empty bucket. */
  public TestBucket() throws Exception {
    context =
        ContextBuilder.newBuilder("transient")
            .credentials("identity", "credential")
            .build(BlobStoreContext.class);
    blobs = context.getBlobStore();
    blobs.createContainerInLocation(null, NAME);
    server = server(0);
    port = server.getPort();
  }

  private S3Proxy server(int atPort) throws Exception {
    S3Proxy made =
        S3Proxy.builder()
            .blobStore(blobs)
            .endpoint(URI.create("http://127.0.0.1:" + atPort))
            .awsAuthentication(AuthenticationType.AWS_V4, ACCESS_KEY, SECRET_KEY)
            .build();
    made.start();
    while (!made.getState().equals("STARTED")) {
      Thread.onSpinWait();
    }
    return made;
  }

  /** The setting's text without its keys. */
  public String url() {
    return "http://127.0.0.1:" + port + "/" + NAME + "/box";
  }

  public BucketAddress address() {
    return BucketAddress.parse(url(), ACCESS_KEY, SECRET_KEY);
  }

  /** As {@link #address}, with a key that opens nothing. */
  public BucketAddress wrongAddress() {
    return BucketAddress.parse(url(), ACCESS_KEY, "another");
  }

  /** Goes away. */
  public void stop() throws Exception {
    server.stop();
  }

  /** Comes back at the same port. */
  public void start() throws Exception {
    server = server(port);
  }

  /** Removes every object. */
  public void clear() {
    blobs.clearContainer(NAME);
  }

  @Override
  public void close() throws Exception {
    server.stop();
    context.close();
  }
}
