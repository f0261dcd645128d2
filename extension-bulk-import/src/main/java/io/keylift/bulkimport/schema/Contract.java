// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.keylift.bulkimport.kind.spi.ImportKind;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * The contract as an OpenAPI 3.1 document: the part that all kinds share, the kinds, and the endpoints other than
 * imports.
 */
public final class Contract {

    /** Media type of {@link #yaml}, RFC 9512. */
    public static final String YAML = "application/yaml";

    /** The part that all kinds share. */
    private static final String TEMPLATE = "openapi.yaml";

    private final ObjectNode document;
    private final String yaml;

    private Contract(ObjectNode document, String yaml) {
        this.document = document;
        this.yaml = yaml;
    }

    /** The contract of a server with these kinds and these other endpoints. Slow: cache the result. */
    public static Contract of(List<? extends ImportKind<?, ?>> kinds, RecordSchemas schemas, ContractPart... parts) {
        YAMLMapper mapper = YAMLMapper.builder()
                .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES, YAMLGenerator.Feature.LITERAL_BLOCK_STYLE)
                .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
                .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER, YAMLGenerator.Feature.SPLIT_LINES)
                .build();
        try (InputStream template = Contract.class.getResourceAsStream(TEMPLATE)) {
            ObjectNode document = (ObjectNode) mapper.readTree(template);
            OptionSchemas.add((ObjectNode) document.at("/components/parameters"));
            KindPaths.expand(document, kinds, schemas);
            if (kinds.stream().noneMatch(ImportKind::isRemovable)) {
                ((ObjectNode) document.at("/components/parameters")).remove(KindPaths.OP);
            }
            ObjectNode components = (ObjectNode) document.at("/components/schemas");
            kinds.forEach(kind -> KindComponents.add(components, kind.getId(), schemas.of(kind)));
            for (ContractPart part : parts) {
                part.addTo(document, mapper);
            }
            return new Contract(document, mapper.writeValueAsString(document));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(TEMPLATE + " is no YAML", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The document; must not be modified. */
    public JsonNode json() {
        return document;
    }

    /** The contract as YAML. */
    public String yaml() {
        return yaml;
    }
}
