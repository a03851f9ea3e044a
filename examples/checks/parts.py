"""What several checks start: PostgreSQL, which refuses to run as root, and a next hop for mail."""
import asyncio, os, pwd, subprocess

user = pwd.getpwnam(os.environ.get("PG_USER", "postgres")) if os.getuid() == 0 else pwd.getpwuid(os.getuid())


def become():
    if os.getuid() == 0:
        os.setgid(user.pw_gid)
        os.setuid(user.pw_uid)


class Postgres:
    """The programs of a folder, on databases in another."""

    def __init__(self, programs, work):
        self.programs, self.work = programs, work
        os.chmod(work, 0o755)
        os.chown(work, user.pw_uid, user.pw_gid)

    def run(self, program, *arguments):
        command = (f"{self.programs}/{program}", *arguments)
        done = subprocess.run(command, preexec_fn=become, cwd=self.work, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"{' '.join(command)}: {done.stdout[-500:]}{done.stderr[-500:]}")
        return done.stdout.strip()

    def sql(self, port, text, database="mailbox"):
        return self.run("psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-p", str(port), "-U", "mailbox", database, "-c", text)

    def control(self, port, *action):
        self.run("pg_ctl", "-D", f"{self.work}/{port}", "-w", "-l", f"{self.work}/{port}.log", *action)

    def start(self, port, configuration=""):
        """Makes a cluster with an empty database, and starts it."""
        self.run("initdb", "-D", f"{self.work}/{port}", "-U", "mailbox", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8")
        with open(f"{self.work}/{port}/postgresql.conf", "a") as conf:
            conf.write(f"listen_addresses = '127.0.0.1'\nport = {port}\nunix_socket_directories = '{self.work}'\n{configuration}")
        self.control(port, "start")
        self.sql(port, "CREATE DATABASE mailbox", "postgres")


async def serve_sink(port, taken, is_away=lambda: False):
    """A next hop that takes every mail, and hands each as bytes to a function; hangs up while it is away."""

    async def serve(reader, writer):
        if is_away():
            writer.close()
            return
        writer.write(b"220 sink\r\n")
        data, lines = False, []
        while line := await reader.readline():
            if data and line == b".\r\n":
                taken(b"".join(lines))
                data, lines = False, []
                writer.write(b"250 2.0.0 taken\r\n")
            elif data:
                lines.append(line)
            elif line[:4].upper() == b"DATA":
                data = True
                writer.write(b"354 go on\r\n")
            elif line[:4].upper() == b"QUIT":
                writer.write(b"221 bye\r\n")
                break
            else:
                writer.write(b"250 ok\r\n")
            await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", port, limit=1 << 24)
    await server.serve_forever()
