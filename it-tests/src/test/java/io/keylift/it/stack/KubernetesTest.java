// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.stack;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * The Kubernetes objects fit together, and use the rules, dashboards and versions that we ship.
 */
class KubernetesTest {

    private static final Path GUIDE = Stack.ROOT.resolve("docs/kubernetes.md");
    private static final JsonNode KUSTOMIZATION = Stack.yaml(Kubernetes.DIRECTORY.resolve(Kubernetes.KUSTOMIZATION));
    private static final JsonNode SERVER = Kubernetes.object("Keycloak").path("spec");
    private static final JsonNode IMPORT = Kubernetes.object("CronJob").at("/spec/jobTemplate/spec/template/spec");
    private static final String OF_IMPORTS = "spi-admin-realm-restapi-extension--bulk-import--";

    @Test
    void eachFileIsOneObjectAndIsApplied() {
        Map<String, JsonNode> objects = Kubernetes.objects();

        assertThat(objects.values()).hasSizeGreaterThan(5).allSatisfy(object -> {
            assertThat(object.path("apiVersion").asText()).isNotEmpty();
            assertThat(object.at("/metadata/name").asText()).isNotEmpty();
            assertThat(object.at("/metadata/namespace").isMissingNode())
                    .as("the namespace is for the command to say")
                    .isTrue();
        });
        assertThat(Stack.texts(KUSTOMIZATION.path("resources")))
                .contains("../conf")
                .containsAll(objects.keySet())
                .hasSize(objects.size() + 1);
    }

    @Test
    void noSecretIsInAnyOfThem() {
        assertThat(Kubernetes.objects().values())
                .extracting(object -> object.path("kind").asText())
                .doesNotContain("Secret");
        assertThat(Stack.fields(SERVER.path("db")))
                .containsKeys("usernameSecret", "passwordSecret")
                .doesNotContainKeys("username", "password");
    }

    @Test
    void theServerIsTheImageOfCompose() {
        assertThat(SERVER.path("image").asText())
                .isEqualTo(Stack.service("keycloak").path("image").asText());
        assertThat(SERVER.at("/db/poolMaxSize").asText())
                .isEqualTo(Stack.service("keycloak")
                        .at("/environment/KC_DB_POOL_MAX_SIZE")
                        .asText());
    }

    /** By default, the operator stops all pods when the image changes. */
    @Test
    void podsAreReplacedOneByOneWithinAMinorVersion() {
        assertThat(SERVER.at("/update/strategy").asText()).isEqualTo("Explicit");
        assertThat(SERVER.path("image").asText())
                .contains(":" + SERVER.at("/update/revision").asText() + ".");
    }

    /** The operator knows of the image's environment only what its custom resource says again. */
    @Test
    void theOperatorAsksTheManagementInterfaceAsTheImageHasIt() throws IOException {
        assertThat(Kubernetes.named(SERVER.path("additionalOptions"), "http-management-scheme")
                        .path("value")
                        .asText())
                .isEqualTo(Dockerfile.read().environment().get("KC_HTTP_MANAGEMENT_SCHEME"))
                .isEqualTo(Kubernetes.object("PodMonitor")
                        .at("/spec/podMetricsEndpoints/0/scheme")
                        .asText());
    }

    @Test
    void theSpoolIsOnTheVolumeAndFitsIntoIt() {
        JsonNode pod = SERVER.at("/unsupported/podTemplate/spec");
        JsonNode options = SERVER.path("additionalOptions");
        long bytes = Kubernetes.named(options, OF_IMPORTS + "max-spool-bytes")
                .path("value")
                .asLong();

        assertThat(Kubernetes.named(options, OF_IMPORTS + "spool-directory")
                        .path("value")
                        .asText())
                .isEqualTo(pod.at("/containers/0/volumeMounts/0/mountPath").asText());
        assertThat(pod.at("/containers/0/volumeMounts/0/name").asText())
                .isEqualTo(pod.at("/volumes/0/name").asText());
        assertThat(pod.at("/volumes/0/emptyDir/sizeLimit").asText()).isEqualTo((bytes >> 30) + 1 + "Gi");
    }

    @Test
    void theKeyForStoredRecordsIsMounted_andTheGuideMakesIt() throws IOException {
        JsonNode pod = SERVER.at("/unsupported/podTemplate/spec");
        JsonNode mount = Kubernetes.named(pod.at("/containers/0/volumeMounts"), "keylift-stored-secrets");
        JsonNode secret =
                Kubernetes.named(pod.path("volumes"), "keylift-stored-secrets").path("secret");
        Path key = Path.of(Kubernetes.named(SERVER.path("additionalOptions"), OF_IMPORTS + "stored-secrets-key-file")
                .path("value")
                .asText());

        assertThat(key.getParent()).hasToString(mount.path("mountPath").asText());
        assertThat(secret.path("defaultMode").asInt()).as("not for every user").isEqualTo(0440);
        assertThat(Files.readString(GUIDE))
                .contains("kubectl create secret generic "
                        + secret.path("secretName").asText() + " -n keycloak --from-file=" + key.getFileName());
    }

    @Test
    void theGuideCopiesFilesToTheVolumeOfTheImport() throws IOException {
        Matcher pod = Pattern.compile("(?s) {3}kubectl apply -n keycloak -f - <<'END'\n(.*?) {3}END\n")
                .matcher(Files.readString(GUIDE));
        assertThat(pod.find()).isTrue();
        JsonNode spec = AdminHttp.JSON
                .<JsonNode>valueToTree(new Yaml(new SafeConstructor(new LoaderOptions())).load(pod.group(1)))
                .path("spec");

        assertThat(spec.at("/volumes/0/persistentVolumeClaim/claimName").asText())
                .isEqualTo(Kubernetes.object("PersistentVolumeClaim")
                        .at("/metadata/name")
                        .asText());
        assertThat(spec.at("/containers/0/image")).isEqualTo(IMPORT.at("/containers/0/image"));
        assertThat(spec.at("/securityContext/runAsUser")).isEqualTo(IMPORT.at("/securityContext/runAsUser"));
        assertThat(spec.at("/securityContext/fsGroup")).isEqualTo(IMPORT.at("/securityContext/fsGroup"));
    }

    @Test
    void theRulesAreThoseWeShip() {
        JsonNode shipped = Stack.yaml(Stack.CONF.resolve("prometheus/keylift-rules.yml"));

        assertThat(Kubernetes.object("PrometheusRule").path("spec")).isEqualTo(shipped);
    }

    /** The rules name the job, and the dashboards the instance. */
    @Test
    void theFiguresHaveTheLabelsOfTheRulesAndOfCompose() {
        JsonNode monitor = Kubernetes.object("PodMonitor").path("spec");
        JsonNode prometheus = Stack.yaml(Stack.CONF.resolve("prometheus/prometheus.yml"));
        JsonNode scraped = prometheus.at("/scrape_configs/0");

        assertThat(monitor.path("jobLabel").asText()).isEqualTo("app");
        assertThat(monitor.at("/selector/matchLabels/app").asText())
                .isEqualTo(scraped.path("job_name").asText());
        assertThat(Stack.texts(monitor.path("scrapeProtocols")))
                .isEqualTo(Stack.texts(scraped.path("scrape_protocols")));
        assertThat(monitor.at("/podMetricsEndpoints/0/relabelings/0/targetLabel")
                        .asText())
                .isEqualTo("instance");
        assertThat(Kubernetes.object("PodDisruptionBudget").at("/spec/selector"))
                .isEqualTo(monitor.path("selector"));
    }

    /** Not both: each figure would be counted twice. */
    @Test
    void theOperatorsOwnMonitorIsOff() {
        assertThat(SERVER.at("/serviceMonitor/enabled")).isNotNull().hasToString("false");
    }

    @Test
    void theImportStartsWhenItIsTold_andGoesOnWhereAnotherTryEnded() {
        JsonNode job = Kubernetes.object("CronJob").path("spec");

        assertThat(job.path("suspend").asBoolean()).isTrue();
        assertThat(job.path("concurrencyPolicy").asText()).isEqualTo("Forbid");
        assertThat(Kubernetes.named(IMPORT.at("/containers/0/env"), "JOB")
                        .at("/valueFrom/fieldRef/fieldPath")
                        .asText())
                .isEqualTo("metadata.labels['batch.kubernetes.io/job-name']");
        assertThat(IMPORT.at("/containers/0/image").asText()).matches("[a-z/]+:\\d+\\.\\d+\\.\\d+");
    }

    /** Each variable of the script is set, and no other. */
    @Test
    void theImportHasTheVariablesOfItsScript() throws IOException {
        Matcher documented = Pattern.compile("(?m)^#   ([A-Z]+) ")
                .matcher(Files.readString(Kubernetes.DIRECTORY.resolve("import.sh")));

        assertThat(IMPORT.at("/containers/0/env").findValuesAsText("name"))
                .filteredOn(name -> !name.startsWith("CURL_"))
                .containsExactlyInAnyOrderElementsOf(
                        documented.results().map(found -> found.group(1)).toList());
    }

    @Test
    void everyVolumeOfTheImportIsMountedAndIsThere() {
        JsonNode volumes = IMPORT.path("volumes");

        assertThat(IMPORT.at("/containers/0/volumeMounts").findValuesAsText("name"))
                .containsExactlyInAnyOrderElementsOf(Stream.iterate(0, i -> i < volumes.size(), i -> i + 1)
                        .map(i -> volumes.get(i).path("name").asText())
                        .toList());
        assertThat(Kubernetes.named(volumes, "input")
                        .at("/persistentVolumeClaim/claimName")
                        .asText())
                .isEqualTo(Kubernetes.object("PersistentVolumeClaim")
                        .at("/metadata/name")
                        .asText());
        assertThat(Kubernetes.named(volumes, "script").at("/configMap/name").asText())
                .isEqualTo(KUSTOMIZATION.at("/configMapGenerator/0/name").asText());
        assertThat(Kubernetes.named(volumes, "tls").at("/secret/secretName").asText())
                .isEqualTo(SERVER.at("/http/tlsSecret").asText());
        assertThat(Kubernetes.named(IMPORT.at("/containers/0/env"), "SERVER")
                        .path("value")
                        .asText())
                .startsWith("https://"
                        + Kubernetes.object("Keycloak").at("/metadata/name").asText() + "-service:");
    }
}
