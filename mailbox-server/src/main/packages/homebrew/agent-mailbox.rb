class AgentMailbox < Formula
  desc "Mail server for AI agents in which a human approves what leaves"
  homepage "https://github.com/agentmailbox/agent-mailbox"
  url "https://github.com/agentmailbox/agent-mailbox/releases/download/v@version@/agent-mailbox-@version@.tar.gz"
  sha256 "@sha256@"
  license "Apache-2.0"

  depends_on "openjdk"

  def install
    libexec.install Dir["*"]
    (bin/"mailbox").write_env_script libexec/"bin/mailbox", Language::Java.overridable_java_home_env
  end

  service do
    run opt_bin/"mailbox"
    environment_variables MAILBOX_DATA_DIR: var/"agent-mailbox"
    keep_alive true
    log_path var/"log/agent-mailbox.log"
    error_log_path var/"log/agent-mailbox.log"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/mailbox --version")
  end
end
