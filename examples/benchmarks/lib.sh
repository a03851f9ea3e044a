# What the benchmarks share: a server, a Postfix beside it, and how rates are taken. Sourced, not run.
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
jar=$root/mailbox-server/target/mailbox-server.jar
classes=$root/examples/target/classes
work=$(mktemp -d)
key=sk_benchmrk_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG
http=18080 smtp=12525 bare=18081 postfix_port=12526
base=http://127.0.0.1:$http
messages=${MESSAGES:-5000}
large=${LARGE:-100000}
pids=()

finish() {
  for pid in "${pids[@]:-}"; do [ -n "$pid" ] && kill "$pid" 2>/dev/null && wait "$pid" 2>/dev/null || true; done
  [ -d "$work/postfix" ] && postfix -c "$work/postfix" stop >/dev/null 2>&1 || true
  rm -rf "$work"
}
trap finish EXIT

now() { date +%s%N; }
per_second() { python3 -c "print(round($1 * 1e9 / ($3 - $2)))"; }
ratio() { [ "$2" = - ] && echo - || python3 -c "print(round($1 / $2, 2))"; }
row() { printf '| %s | %s | %s | %s |\n' "$1" "$2" "$3" "$4"; }

# A server or a peer that does not start is the end, not a wait for ever.
await() { # what, process, log, command that succeeds when it is there
  local tries=0 what=$1 process=$2 log=$3
  shift 3
  until "$@" >/dev/null 2>&1; do
    tries=$((tries + 1))
    if [ "$tries" -gt 6000 ] || { [ "$process" != - ] && ! kill -0 "$process" 2>/dev/null; }; then
      echo "$what did not start" >&2
      tail -n 20 "$log" >&2 || true
      exit 1
    fi
    sleep 0.01
  done
}

is_open() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

start_server() {
  if is_open "$http"; then echo "something listens at port $http already" >&2; exit 1; fi
  MAILBOX_DATA_DIR=$work/data MAILBOX_HTTP_PORT=$http MAILBOX_SMTP_PORT=$smtp \
    MAILBOX_BOOTSTRAP_API_KEY=$key MAILBOX_RATE_PER_KEY=0 MAILBOX_RATE_PER_ADDRESS=0 MAILBOX_SMTP_CONNECTIONS_PER_ADDRESS=100 \
    MAILBOX_PLAN_DAILY_RECIPIENTS=10000000 MAILBOX_PLAN_API_CALLS_DAILY=100000000 \
    java -XX:+ExitOnOutOfMemoryError -jar "$jar" >"$work/server.log" 2>&1 &
  server=$!
  pids+=("$server")
  await 'the server' "$server" "$work/server.log" curl -sf "$base/v0/health"
}

api() { curl -sf -H "Authorization: Bearer $key" -H 'Content-Type: application/json' "$@"; }

start_postfix() {
  mkdir -p "$work/postfix" "$work/queue" "$work/pfdata"
  chown postfix "$work/pfdata"
  chmod 755 "$work" "$work/queue"
  cat >"$work/postfix/main.cf" <<CF
compatibility_level = 3.6
queue_directory = $work/queue
data_directory = $work/pfdata
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mydestination =
relay_domains = agents.localhost
transport_maps = inline:{ agents.localhost=discard: }
smtpd_relay_restrictions = permit_mynetworks, reject
mynetworks = 127.0.0.0/8
local_recipient_maps =
maillog_file =
CF
  sed -E "s/^smtp +inet/127.0.0.1:$postfix_port inet/; s/^([a-z0-9:.]+ +(inet|unix|fifo) +[-yn]+ +[-yn]+ +)y/\1n/" \
    /etc/postfix/master.cf >"$work/postfix/master.cf"
  postfix -c "$work/postfix" start >/dev/null 2>&1
  await postfix - /dev/null is_open "$postfix_port"
}

smtp_rate() { # port recipient
  local begin end
  begin=$(now)
  smtp-source -d -s 10 -l 4096 -m "$messages" -f bench@example.com -t "$2" "127.0.0.1:$1"
  end=$(now)
  per_second "$messages" "$begin" "$end"
}

wrk_rate() { # url
  wrk -t1 -c16 -d8 -H "Authorization: Bearer $key" "$1" | awk '/Requests\/sec/ {printf "%d", $2}'
}

median_ms() { # url, requests (200): on one connection
  python3 - "$1" "$key" "${2:-200}" <<'P'
import http.client, sys, time, urllib.parse
url = urllib.parse.urlparse(sys.argv[1])
connection = http.client.HTTPConnection(url.hostname, url.port)
times = []
warm = 60 if int(sys.argv[3]) >= 60 else 1
for i in range(int(sys.argv[3]) + warm):
    begin = time.perf_counter()
    connection.request("GET", url.path + "?" + url.query, headers={"Authorization": "Bearer " + sys.argv[2]})
    answer = connection.getresponse()
    answer.read()
    assert answer.status == 200, answer.status
    times.append(time.perf_counter() - begin)
times = sorted(times[warm:])
print(round(times[len(times) // 2] * 1000, 2))
P
}


send_rate() { # count, first port, prefix of the keys, further ports
  python3 - "$1" "$3" "$key" "$2" "${@:4}" <<'P'
import concurrent.futures, http.client, json, sys, time
count, prefix, key, ports = int(sys.argv[1]), sys.argv[2], sys.argv[3], [int(port) for port in sys.argv[4:]]
def work(part):
    connection = http.client.HTTPConnection("127.0.0.1", ports[part % len(ports)])
    for i in range(part, count, 8):
        body = json.dumps({"to": [f"r{i}@example.com"], "subject": f"{prefix} {i}", "text": "hello"})
        connection.request("POST", "/v0/inboxes/bench-send@agents.localhost/messages/send", body,
            {"Authorization": "Bearer " + key, "Content-Type": "application/json", "Idempotency-Key": f"{prefix}{i}"})
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 202, answer.status
begin = time.time()
with concurrent.futures.ThreadPoolExecutor(8) as pool:
    list(pool.map(work, range(8)))
print(round(count / (time.time() - begin)))
P
}
