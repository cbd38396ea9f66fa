# SPDX-License-Identifier: Apache-2.0
#
# slurm_cluster.py: a Slurm of one node in a temporary folder, with daemons and ports of its own.
#
# It needs no systemd and no cgroups, touches nothing outside its folder, and leaves a Slurm of the
# machine, if there is one, alone.
#
#   Spec  docs/farm.md#what-the-tests-do
#   Test  scripts/tests/farm_test.py
"""munged, slurmctld and slurmd for tests."""

import os
import pathlib
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

DAEMONS = {"munged": "munge", "slurmctld": "slurmctld", "slurmd": "slurmd",
           "sbatch": "slurm-client"}
SKIPPED = 77  # exit code of a test that is skipped
PATIENCE = 60.0  # seconds until the node has to be idle

CONFIGURATION = """\
ClusterName=tern
SlurmctldHost=localhost(127.0.0.1)
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
SlurmctldPort={controller_port}
SlurmdPort={node_port}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0
SlurmdParameters=config_overrides
ReturnToService=2
KillWait=2
MinJobAge=2
NodeName=localhost NodeAddr=127.0.0.1 CPUs=16 State=UNKNOWN
PartitionName=main Nodes=localhost Default=YES MaxTime=INFINITE State=UP
PartitionName=other Nodes=localhost Default=NO MaxTime=INFINITE State=UP
"""

# slurmd looks for cgroups when it starts, and gives up where there are none. Named, they are not
# looked for, and nothing above uses them.
CGROUPS = "CgroupPlugin=cgroup/v1\n"


class Unavailable(Exception):
    """Slurm is not installed, or does not start here."""


def free_ports(count: int) -> list:
    """Ports that nobody listens on."""
    held = [socket.socket() for _ in range(count)]
    for one in held:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in held]
    for one in held:
        one.close()
    return ports


class Cluster:
    """A running Slurm. `environment` makes its commands talk to it."""

    def __init__(self):
        missing = [name for name in DAEMONS if not self.program(name)]
        if missing:
            packages = " ".join(dict.fromkeys(DAEMONS[name] for name in missing))
            raise Unavailable(f"{', '.join(missing)}: not found; apt-get install {packages}")
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tern-slurm-"))
        self.daemons = []
        self.environment = {"SLURM_CONF": str(self.folder / "slurm.conf")}
        try:
            self.start()
        except BaseException:
            self.stop()
            raise

    @staticmethod
    def program(name: str):
        """Where a program is; daemons are not on the path of everybody."""
        return shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")

    def start(self) -> None:
        """Writes the files that the daemons need, and starts them one after the other."""
        for name in ("state", "spool", "munge"):
            (self.folder / name).mkdir(mode=0o700)
        key = self.folder / "munge/key"
        key.write_bytes(secrets.token_bytes(128))
        key.chmod(0o600)
        controller, node = free_ports(2)
        self.folder.chmod(0o755)
        (self.folder / "slurm.conf").write_text(CONFIGURATION.format(
            user=pwd.getpwuid(os.getuid()).pw_name, folder=self.folder, controller_port=controller,
            node_port=node), encoding="ascii")
        (self.folder / "cgroup.conf").write_text(CGROUPS, encoding="ascii")
        self.daemon("munged", "--foreground", f"--key-file={key}", "--num-threads=1",
                    f"--socket={self.folder}/munge.socket", f"--pid-file={self.folder}/munge/pid",
                    f"--log-file={self.folder}/munge/log", f"--seed-file={self.folder}/munge/seed")
        self.until(lambda: (self.folder / "munge.socket").exists())
        self.daemon("slurmctld", "-D", "-i")
        self.daemon("slurmd", "-D", "-N", "localhost")
        self.until(lambda: self.ask("sinfo", "-h", "-o", "%T", "-p", "main") == "idle")

    def daemon(self, name: str, *arguments) -> None:
        # Nothing of it outlives a test that is killed.
        command = ["setpriv", "--pdeathsig", "TERM", self.program(name), *arguments]
        with open(self.folder / f"{name}.out", "wb") as out:
            self.daemons.append(subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=out, stderr=out,
                env={**os.environ, **self.environment}, start_new_session=True))

    def until(self, holds) -> None:
        """Waits until something holds, as long as all daemons live."""
        deadline = time.monotonic() + PATIENCE
        while not holds():
            dead = [process for process in self.daemons if process.poll() is not None]
            if dead or time.monotonic() > deadline:
                name = pathlib.Path((dead or self.daemons)[-1].args[3]).name
                words = (self.folder / f"{name}.out").read_text(errors="replace").splitlines()
                raise Unavailable(f"{name} does not start: {(words or ['it says nothing'])[-1]}")
            time.sleep(0.1)

    def ask(self, *command) -> str:
        """What a command of Slurm prints."""
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60,
                              env={**os.environ, **self.environment})
        return done.stdout.strip()

    def stop(self) -> None:
        """Ends all jobs and daemons, and removes the folder."""
        if len(self.daemons) == 3:
            self.ask("scancel", "--signal=KILL", "--full", "--me")
            self.ask("scancel", "--me")
            deadline = time.monotonic() + 10
            while self.ask("squeue", "-h") and time.monotonic() < deadline:
                time.sleep(0.1)
        for process in reversed(self.daemons):
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def main() -> None:
    """Runs the tests of the program. What needs no cluster is tested without one as well, but then
    the whole counts as skipped."""
    result = unittest.main(exit=False).result
    if not result.wasSuccessful():
        sys.exit(1)
    for _, why in result.skipped:
        print(f"skipped: {why}")
    sys.exit(SKIPPED if result.skipped else 0)
