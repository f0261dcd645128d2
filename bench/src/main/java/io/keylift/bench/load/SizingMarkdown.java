// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import io.keylift.bench.Environment;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;

/** The sizing report as Markdown, with the lines of Keycloak's own sizing guide first. */
final class SizingMarkdown {

    private static final String GUIDE =
            "https://www.keycloak.org/high-availability/single-cluster/concepts-memory-and-cpu-sizing";

    /** Rates of the guide's example, per second. */
    private static final Map<Service, Integer> EXAMPLE =
            Map.of(Service.SIGN_IN, 45, Service.CLIENT_CREDENTIALS, 360, Service.REFRESH, 360);

    /** The guide adds 150 % for peaks, starts and failover. */
    private static final double WITH_HEAD_ROOM = 2.5;

    private static final Map<Service, String> OPERATIONS = Map.of(
            Service.SIGN_IN, "password-based sign-ins",
            Service.SIGN_IN_AND_OUT, "password-based sign-ins with logout",
            Service.REFRESH, "refresh token requests",
            Service.CLIENT_CREDENTIALS, "client credential grants",
            Service.USERINFO, "userinfo requests",
            Service.STATIC_ASSET, "requests for a style sheet");

    private final Sizing sizing;
    private final LoadState state;
    private final StringJoiner text = new StringJoiner("\n", "", "\n");

    private SizingMarkdown(Sizing sizing) {
        this.sizing = sizing;
        this.state = sizing.state();
    }

    static String of(Sizing sizing) {
        SizingMarkdown report = new SizingMarkdown(sizing);
        report.introduction();
        report.cpu();
        report.memory();
        report.database();
        report.text.add(ServersMarkdown.of(sizing));
        report.machine();
        return report.text.toString();
    }

    private void introduction() {
        text.add("# Sizing report\n");
        if (!state.isComplete()) {
            text.add("**Incomplete**: " + state.openRamps() + " of "
                    + state.settings().ramps() + " ramps and the memory of "
                    + state.openMemory().size() + " servers are still to be measured.\n");
        }
        text.add("In the words of [Keycloak's sizing guide](" + GUIDE + "), with the figures of this machine.\n"
                + "Keycloak, PostgreSQL and the load generator shared its "
                + state.environment().processors() + " processors. The CPU time of each process\n"
                + "sizes a machine; rates and latencies are those of all three together. Figures are the medians of\n"
                + "the sets, in brackets the least and the most.\n\nSLO: "
                + state.settings().slo() + ".\n");
    }

    private void cpu() {
        text.add("## CPU\n");
        text.add("Server: " + sizing.server().label() + ". Passwords are hashed as Keycloak does by default.\n");
        for (Capacity capacity : sizing.capacities()) {
            String operations = OPERATIONS.get(capacity.service());
            text.add(
                    sizing.capacity(capacity.service()).isEmpty()
                            ? "- No rate of " + operations + " held the SLO."
                            : "- For each " + capacity.perVcpu() + " " + operations
                                    + " per second, 1 vCPU (tested with up to "
                                    + Numbers.round(capacity.upTo().most()) + " per second).");
        }
        text.add("- Leave 150 % extra head-room, as the guide says.\n");
        example();
    }

    private void example() {
        double vcpu = 0;
        for (Map.Entry<Service, Integer> load : EXAMPLE.entrySet()) {
            Optional<Capacity> capacity = sizing.capacity(load.getKey());
            if (capacity.isEmpty()) {
                return;
            }
            vcpu += capacity.get().vcpu(load.getValue());
        }
        text.add("The guide's example of " + EXAMPLE.get(Service.SIGN_IN) + " sign-ins, "
                + EXAMPLE.get(Service.CLIENT_CREDENTIALS) + " client credential grants and "
                + EXAMPLE.get(Service.REFRESH) + " refresh token requests per second:\n" + Numbers.round(vcpu)
                + " vCPU requested for the cluster, with the head-room a limit of "
                + Numbers.round(WITH_HEAD_ROOM * vcpu)
                + " vCPU.\n");
    }

    private void memory() {
        text.add("## Memory\n");
        if (state.memory().isEmpty()) {
            text.add("Not measured.\n");
            return;
        }
        sizing.memory().ifPresent(this::memoryOfTheGuide);
        MarkdownTable table = new MarkdownTable(
                "server",
                "sessions: resident memory, heap in use (MB)",
                "resident without sessions (MB)",
                "resident, KB per session",
                "heap, KB per session",
                "not heap (MB)");
        for (SessionMemory memory : state.memory()) {
            table.row(
                    memory.server().label(),
                    points(memory.points()),
                    Numbers.round(memory.resident().base()),
                    Numbers.round(memory.resident().kilobytesPerSession()),
                    Numbers.round(memory.heapUsed().kilobytesPerSession()),
                    Numbers.round(memory.besideTheHeap()));
        }
        text.add(table.toString());
        text.add("Each after a full garbage collection: what is in use. A JVM takes more before it collects, up to its "
                + "largest heap. The lines are fitted by\nleast squares. A session has one client.\n");
    }

    private void memoryOfTheGuide(SessionMemory memory) {
        text.add("- The base memory usage with " + thousands(Sizing.SESSIONS) + " cached sessions is "
                + Numbers.round(sizing.baseMemory(memory)) + " MB: that after the steps, with a heap of "
                + state.settings().heap() + ", and of the\n  sessions. Of it, "
                + Numbers.round(memory.besideTheHeap()) + " MB are not heap.");
        text.add("- As the limit of a container, the guide's rule gives " + Numbers.round(sizing.memoryLimit(memory))
                + " MB: without what is not heap, divided by 0.7.");
        text.add("- For each 100,000 cached sessions more, add "
                + Numbers.round(memory.heapUsed().kilobytesPerSession() * 100_000 / 1024)
                + " MB of heap. Keycloak keeps 10,000 unless\n  `cache-embedded-sessions-max-count` says otherwise.\n");
    }

    private static String points(List<SessionMemory.Point> points) {
        StringJoiner all = new StringJoiner("; ");
        for (SessionMemory.Point point : points) {
            all.add(thousands(point.sessions()) + ": " + Numbers.round(point.residentMegabytes()) + ", "
                    + Numbers.round(point.heapUsedMegabytes()));
        }
        return all.toString();
    }

    private void database() {
        text.add("## Database\n");
        MarkdownTable table = new MarkdownTable(
                "service",
                "vCPU of PostgreSQL for 100 a second",
                "busy connections, mean",
                "busy connections, most",
                "at a rate of");
        for (Capacity capacity : sizing.capacities()) {
            table.row(
                    capacity.service().label(),
                    capacity.databaseVcpu().toString(),
                    capacity.busyConnections().toString(),
                    capacity.mostConnections().toString(),
                    capacity.upTo() + "/s");
        }
        text.add(table.toString());
        text.add("A connection is busy while it works or is within a transaction. The pool of a node needs the most of "
                + "them, and some for peaks.\n");
    }

    private void machine() {
        Environment environment = state.environment();
        text.add("## Machine and settings\n");
        MarkdownTable table = new MarkdownTable("", "");
        table.row("time", environment.time());
        table.row("commit", known(environment.commit()));
        table.row("processor", known(environment.cpu()) + ", " + environment.processors() + " of them");
        table.row("memory", environment.memoryMegabytes() + " MB");
        table.row("system", environment.system());
        table.row("Java", environment.jdk());
        table.row(
                "Keycloak",
                environment.keycloak() + ", heap " + state.settings().heap());
        table.row("PostgreSQL", environment.postgresql());
        table.row(
                "users, clients",
                thousands(state.settings().users()) + ", "
                        + thousands(state.settings().clients()));
        table.row("seconds of a rate", Integer.toString(state.settings().seconds()));
        text.add(table.toString());
    }

    private static String known(String value) {
        return value == null ? "-" : value;
    }

    private static String thousands(int count) {
        return String.format(Locale.ROOT, "%,d", count);
    }
}
