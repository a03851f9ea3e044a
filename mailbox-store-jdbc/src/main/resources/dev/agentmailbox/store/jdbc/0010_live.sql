-- Live connections, to be counted over all processes, and the processes they are open at. A process
-- that has not been renewed in time is removed with its places by whoever finds it.

CREATE TABLE live_node (
  node ${key} NOT NULL PRIMARY KEY,
  lease_until BIGINT NOT NULL
);
CREATE INDEX live_node_lease ON live_node (lease_until, node);

CREATE TABLE live_place (
  org_id ${key} NOT NULL,
  place_id ${key} NOT NULL,
  key_id ${key} NOT NULL,
  node ${key} NOT NULL,
  PRIMARY KEY (org_id, place_id)
);
CREATE INDEX live_place_node ON live_place (node, org_id, place_id);
