package dev.agentmailbox.store.h2.springboot;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the mailbox, such as {@code mailbox.directory} in {@code application.yaml}.
 *
 * @param directory where mail is stored; null for in memory
 * @param serviceName shown to recipients as {@code via <service name>}
 * @param domain mail domain of the inboxes
 * @param username of the inbox of this application; null for no {@code Inbox} bean
 */
@ConfigurationProperties("mailbox")
public record MailboxProperties(
    @Nullable Path directory,
    @DefaultValue("agent-mailbox") String serviceName,
    @DefaultValue("agents.localhost") String domain,
    @Nullable String username) {}
