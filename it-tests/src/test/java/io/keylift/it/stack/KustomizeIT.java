// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.stack;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.SecondTier;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.stack.InstalledProgram.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Output of kubectl for the Kubernetes objects. Without kubectl, the test is skipped and says so. */
@SecondTier
class KustomizeIT {

    /** Byte for byte as Compose mounts them. */
    @Test
    void everyDashboardAndTheQueriesAreThere() throws IOException, InterruptedException {
        InstalledProgram.require("kubectl", "kubernetes-client");
        Result built = InstalledProgram.run(
                Kubernetes.DIRECTORY, Map.of(), List.of("kubectl", "kustomize", Kubernetes.DIRECTORY.toString()));
        assertThat(built.exitCode()).as(built.output()).isZero();
        Map<String, String> files = new HashMap<>();
        Map<String, String> labels = new HashMap<>();
        for (Object document : new Yaml(new SafeConstructor(new LoaderOptions())).loadAll(built.output())) {
            JsonNode object = AdminHttp.JSON.valueToTree(document);
            Stack.fields(object.path("data")).forEach((name, text) -> {
                files.put(name, text.asText());
                labels.put(name, object.at("/metadata/labels/grafana_dashboard").asText());
            });
        }

        for (Path dashboard : Stack.confFiles()) {
            if (dashboard.toString().endsWith(".json")) {
                String name = dashboard.getFileName().toString();
                assertThat(files).containsEntry(name, Files.readString(dashboard));
                assertThat(labels).containsEntry(name, "1");
            }
        }
        assertThat(files)
                .containsEntry("queries.yaml", Files.readString(Stack.CONF.resolve("postgres-exporter/queries.yaml")))
                .containsKey("import.sh");
    }
}
