// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import io.keylift.client.Download;
import io.keylift.client.http.Http;
import io.keylift.client.http.HttpSettings;
import io.keylift.client.input.Format;
import io.keylift.client.input.SpooledInput;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** How to read files at addresses. */
final class RemoteFileOptions {

    @Option(
            names = "--input-header-file",
            paramLabel = "FILE",
            description = "File with headers for a FILE at https://, one a line, such as"
                    + " Authorization: Bearer TOKEN; - for standard input. Or set KEYLIFT_INPUT_HEADER.")
    private String headerFile;

    @Option(
            names = "--input-truststore",
            paramLabel = "FILE",
            description = "Certificates to trust for a FILE at https:// instead of those of Java: PEM, PKCS #12 or JKS")
    private Path truststore;

    static boolean isAddress(String file) {
        return file.matches("(?i)https?://.*");
    }

    /** Begins to read a file, of which a copy is kept in an encrypted temporary file. */
    RemoteFile open(String file, Format format, Terminal terminal) throws IOException {
        URI address = address(file);
        String name = address.getScheme() + "://" + address.getRawAuthority() + address.getRawPath();
        Ends ends = new Ends();
        try {
            Http http = Http.open(
                    truststore == null
                            ? HttpSettings.defaults()
                            : HttpSettings.defaults().withTruststore(truststore, null));
            ends.add(http::close);
            Download download =
                    Download.open(http, address, headers(terminal), Duration.ofHours(1), new Waits(terminal.err()));
            ends.add(download);
            SpooledInput spooled = SpooledInput.of(
                    download, address.getRawPath(), format, download.length(), InputOptions.temporary());
            ends.add(spooled);
            return new RemoteFile(name, spooled, ends);
        } catch (IOException | RuntimeException e) {
            ends.close();
            throw e;
        }
    }

    private static URI address(String file) {
        try {
            return URI.create(file);
        } catch (IllegalArgumentException e) {
            throw new UsageException("The address of the file is no URI");
        }
    }

    private Map<String, String> headers(Terminal terminal) throws IOException {
        Secrets secrets = new Secrets(terminal, Settings.of(terminal.environment(), null));
        String text = secrets.find(headerFile, null, "input-header");
        Map<String, String> headers = new LinkedHashMap<>();
        for (String line : text == null ? new String[0] : text.split("\\R")) {
            int colon = line.indexOf(':');
            if (!line.isBlank()) {
                if (colon < 1) {
                    throw new UsageException(
                            "`--input-header-file`: each line is a header, such as" + " `Authorization: Bearer TOKEN`");
                }
                headers.put(
                        line.substring(0, colon).strip(),
                        line.substring(colon + 1).strip());
            }
        }
        return headers;
    }
}
