// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.capability.rest.CapabilitiesContract;
import io.swagger.v3.oas.models.SpecVersion;
import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.SwaggerParseResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

/**
 * The contract of a server that has the kinds of this JAR. {@code -Dcontract.write} writes it to the docs, with the
 * part of keylift-metrics.
 */
class ContractTest {

    private static final Path DOCS = Path.of("..", "docs", "openapi.yaml");
    private static final Path TIMINGS =
            Path.of("..", "extension-metrics", "src", "main", "openapi", "request-timings.yaml");

    private static final String HEAD = """
            # SPDX-FileCopyrightText: The Keylift authors
            # SPDX-License-Identifier: Apache-2.0
            #
            # What GET /admin/realms/{realm}/bulk-import/openapi answers with, and the request timings of
            # keylift-metrics.
            # After a change of the contract, write it anew:
            # ./mvnw -pl extension-bulk-import test -Dtest=ContractTest -Dcontract.write
            """;

    private final List<ImportKind<?, ?>> kinds = new ArrayList<>();
    private final RecordSchemas schemas = new RecordSchemas();
    private final Contract contract;
    private final Contract docs;

    ContractTest() throws IOException {
        for (ImportKind<?, ?> kind : ServiceLoader.load(ImportKind.class)) {
            // The docs do not contain kinds of other JARs.
            if (kind.getClass().getName().startsWith("io.keylift.bulkimport.")) {
                kinds.add(kind);
            }
        }
        kinds.sort(Comparator.comparing(ImportKind::getId));
        ContractPart capabilities = new ContractPart(
                CapabilitiesContract.document(), CapabilitiesContract.reader(), CapabilitiesContract.bodies());
        ContractPart timings = new ContractPart(Files.readString(TIMINGS), null, Map.of());
        contract = Contract.of(kinds, schemas, capabilities);
        docs = Contract.of(kinds, schemas, capabilities, timings);
    }

    @Test
    void theDocsHoldTheContract() throws IOException {
        if (System.getProperty("contract.write") != null) {
            Files.createDirectories(DOCS.getParent());
            Files.writeString(DOCS, HEAD + docs.yaml());
        }

        assertThat(Files.readString(DOCS))
                .as("docs/openapi.yaml; its head says how to write it anew")
                .isEqualTo(HEAD + docs.yaml());
    }

    @Test
    void isAnOpenApiDocument() {
        SwaggerParseResult result = new OpenAPIV3Parser().readContents(docs.yaml());

        assertThat(result.getMessages()).isEmpty();
        assertThat(result.getOpenAPI().getSpecVersion()).isEqualTo(SpecVersion.V31);
        assertThat(result.getOpenAPI().getPaths())
                .hasSize(docs.json().get("paths").size());
    }

    @Test
    void yamlAndJsonSayTheSame() throws IOException {
        assertThat(new YAMLMapper().readTree(contract.yaml())).isEqualTo(contract.json());
    }

    @Test
    void everyKindHasItsPathAndItsComponent() {
        assertThat(kinds).isNotEmpty().allSatisfy(kind -> {
            JsonNode post = contract.json()
                    .path("paths")
                    .path("/admin/realms/{realm}/bulk-import/" + kind.getId())
                    .path("post");
            JsonNode body = post.at("/requestBody/content");

            assertThat(post.path("operationId").asText()).isEqualTo("import-" + kind.getId());
            assertThat(post.path("description").asText())
                    .contains(
                            kind.info().description(),
                            kind.info().keyField(),
                            kind.info().requiredPermission());
            for (String type : List.of("application/json", "application/x-ndjson")) {
                assertThat(body.path(type).at("/schema/items/$ref").asText())
                        .isEqualTo("#/components/schemas/" + kind.getId());
                assertThat(body.path(type).path("example"))
                        .isEqualTo(schemas.of(kind).get("examples"));
            }
            assertThat(contract.json().at("/components/schemas/" + kind.getId() + "/properties"))
                    .hasSameSizeAs(schemas.of(kind).get("properties"));
            assertThat(post.at("/parameters").toString().contains("/Op\""))
                    .as("parameter op of %s", kind.getId())
                    .isEqualTo(kind.isRemovable());
        });
        assertThat(contract.yaml()).doesNotContain("{kind}", "{description}", "{key}", "{permission}");
    }

    @Test
    void everyReferenceLeadsSomewhereAndEveryComponentIsReferredTo() {
        List<String> references = docs.json().findValuesAsText("$ref");

        assertThat(references)
                .isNotEmpty()
                .allSatisfy(reference -> assertThat(
                                docs.json().at(reference.substring(1)).isMissingNode())
                        .as(reference)
                        .isFalse());
        for (var kind : docs.json().get("components").properties()) {
            if (!kind.getKey().equals("securitySchemes")) {
                kind.getValue()
                        .fieldNames()
                        .forEachRemaining(
                                name -> assertThat(references).contains("#/components/" + kind.getKey() + "/" + name));
            }
        }
    }
}
