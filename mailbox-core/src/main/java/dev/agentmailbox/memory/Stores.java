package dev.agentmailbox.memory;

/** The small stores of one store, each with its own collections. */
final class Stores {
  final MemoryOrganizations organizations;
  final MemoryPods pods;
  final MemoryInboxes inboxes;
  final MemoryApiKeys apiKeys;
  final MemoryMessages messages;
  final MemoryThreads threads;
  final MemorySearch search;
  final MemorySends sends;
  final MemoryDrafts drafts;
  final MemoryApprovals approvals;
  final MemoryNotices notices;
  final MemoryLists lists;
  final MemoryEvents events;
  final MemoryUsage usage;
  final MemoryIdempotency idempotency;
  final MemorySettings settings;
  final MemoryHumans humans;
  final MemoryMembers members;
  final MemorySessions sessions;
  final MemorySignInCodes codes;
  final MemoryMoments moments;
  final MemoryEventCounts eventCounts;
  final MemoryWebhooks webhooks;
  final MemoryWebhookRuns webhookRuns;
  final MemoryDeliveries deliveries;
  final MemoryDirectedCodes directedCodes;
  final MemoryClaims claims;
  final MemoryWaitlist waitlist;
  final MemoryInvites invites;
  final MemoryPasskeys passkeys;
  final MemoryLivePlaces livePlaces;
  final MemoryGrantClients grantClients;
  final MemoryGrants grants;

  Stores(Journal journal) {
    ContentNames contentNames = new ContentNames(journal);
    events = new MemoryEvents(journal);
    organizations = new MemoryOrganizations(journal, events);
    pods = new MemoryPods(journal);
    inboxes = new MemoryInboxes(journal, pods);
    apiKeys = new MemoryApiKeys(journal);
    messages = new MemoryMessages(journal, contentNames);
    threads = new MemoryThreads(journal);
    search = new MemorySearch(journal);
    sends = new MemorySends(journal, contentNames);
    drafts = new MemoryDrafts(journal, contentNames, sends);
    approvals = new MemoryApprovals(journal);
    notices = new MemoryNotices(journal);
    lists = new MemoryLists(journal);
    usage = new MemoryUsage(journal);
    idempotency = new MemoryIdempotency(journal);
    settings = new MemorySettings(journal);
    humans = new MemoryHumans(journal);
    members = new MemoryMembers(journal);
    sessions = new MemorySessions(journal);
    codes = new MemorySignInCodes(journal);
    moments = new MemoryMoments(journal);
    eventCounts = new MemoryEventCounts(journal);
    webhooks = new MemoryWebhooks(journal);
    webhookRuns = new MemoryWebhookRuns(journal);
    deliveries = new MemoryDeliveries(journal);
    directedCodes = new MemoryDirectedCodes(journal);
    claims = new MemoryClaims(journal);
    waitlist = new MemoryWaitlist(journal);
    invites = new MemoryInvites(journal);
    passkeys = new MemoryPasskeys(journal);
    livePlaces = new MemoryLivePlaces(journal);
    grantClients = new MemoryGrantClients(journal);
    grants = new MemoryGrants(journal);
  }
}
