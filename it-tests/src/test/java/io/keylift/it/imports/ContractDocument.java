// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.keylift.it.server.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The contract in the project's docs. */
final class ContractDocument {

    private ContractDocument() {}

    static Path path() {
        return Workspace.directory().getParent().resolveSibling("docs").resolve("openapi.yaml");
    }

    static JsonNode read() throws IOException {
        return parse(Files.readString(path()));
    }

    static JsonNode parse(String yaml) throws IOException {
        return new YAMLMapper().readTree(yaml);
    }
}
