// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.observability;

import io.keylift.it.server.Workspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The configuration of this project for Prometheus, and what of it the Prometheus of this machine can read. */
public final class PrometheusConfiguration {

    static final String PROGRAM = "prometheus";

    private static final Pattern VERSION = Pattern.compile("version (\\d+)\\.(\\d+)");

    private PrometheusConfiguration() {}

    private static Path file(String name) {
        return Workspace.directory()
                .resolve("../../docker/conf/prometheus")
                .resolve(name)
                .toAbsolutePath()
                .normalize();
    }

    /** The rules of this project. */
    public static Path rules() {
        return file("keylift-rules.yml");
    }

    /**
     * The configuration as it is, without what a Prometheus before 2.49 refuses: there, a server gets the formats to
     * choose from that any such Prometheus offers.
     */
    public static String shipped() {
        try {
            String text = Files.readString(file("prometheus.yml"));
            return knowsScrapeProtocols() ? text : text.replaceAll("(?m)^ +scrape_protocols: .*\n", "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The shipped configuration for servers of this machine instead of those of compose.yaml.
     *
     * @param targets hosts and ports by the name of the job; jobs that are not named are left out
     * @param alertmanager host and port of what is told of alerts, or null for nothing
     * @param seconds from scrape to scrape
     * @param rules those to evaluate
     */
    static String local(Map<String, List<String>> targets, String alertmanager, int seconds, Path rules) {
        Yaml yaml = new Yaml(new SafeConstructor(new LoaderOptions()));
        Map<String, Object> configuration = yaml.load(shipped());
        configuration.put("global", Map.of("scrape_interval", seconds + "s", "evaluation_interval", seconds + "s"));
        configuration.put("rule_files", List.of(rules.toString()));
        List<Object> jobs = new ArrayList<>();
        for (Object described : (List<?>) configuration.get("scrape_configs")) {
            @SuppressWarnings("unchecked") // an object of YAML
            Map<String, Object> job = (Map<String, Object>) described;
            List<String> addresses = targets.getOrDefault((String) job.get("job_name"), List.of());
            if (!addresses.isEmpty()) {
                job.remove("dns_sd_configs");
                // From the name that was looked up.
                job.remove("relabel_configs");
                job.put("static_configs", List.of(Map.of("targets", addresses)));
                jobs.add(job);
            }
        }
        configuration.put("scrape_configs", jobs);
        if (alertmanager == null) {
            configuration.remove("alerting");
        }
        return yaml.dump(configuration).replace("alertmanager:9093", String.valueOf(alertmanager));
    }

    private static boolean knowsScrapeProtocols() throws IOException {
        Process process = new ProcessBuilder(PROGRAM, "--version")
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        Matcher version = VERSION.matcher(output);
        if (!version.find()) {
            throw new IOException("Prometheus does not say its version: " + output);
        }
        int major = Integer.parseInt(version.group(1));
        return major > 2 || major == 2 && Integer.parseInt(version.group(2)) >= 49;
    }
}
