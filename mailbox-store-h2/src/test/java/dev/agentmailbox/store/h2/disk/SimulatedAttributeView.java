package dev.agentmailbox.store.h2.disk;

import java.io.IOException;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipal;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The attributes of a file or directory, to be read and changed. Nobody owns anything. */
record SimulatedAttributeView(SimulatedPath path) implements PosixFileAttributeView {
  @Override
  public String name() {
    return "posix";
  }

  @Override
  public PosixFileAttributes readAttributes() throws IOException {
    return path.disk()
        .look(
            tree -> {
              Node node = tree.node(path);
              boolean isFile = node instanceof FileNode;
              long size = node instanceof FileNode file ? file.size() : Blocks.BYTES;
              return new SimulatedAttributes(node.number(), isFile, size, node.attributes());
            });
  }

  @Override
  public void setTimes(
      @Nullable FileTime modified, @Nullable FileTime accessed, @Nullable FileTime created)
      throws IOException {
    if (modified != null) {
      change(attributes -> attributes.at(modified));
    }
  }

  @Override
  public void setPermissions(Set<PosixFilePermission> permissions) throws IOException {
    change(attributes -> new Node.Attributes(permissions, attributes.modified()));
  }

  private void change(UnaryOperator<Node.Attributes> changing) throws IOException {
    path.disk()
        .change(
            CallKind.ATTRIBUTES,
            path,
            tree -> {
              Node node = tree.node(path);
              node.attributes(changing.apply(node.attributes()));
              return node;
            });
  }

  @Override
  public UserPrincipal getOwner() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void setOwner(UserPrincipal owner) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void setGroup(GroupPrincipal group) {
    throw new UnsupportedOperationException();
  }
}
