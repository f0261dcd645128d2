// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import io.keylift.it.http.AdminHttp;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/**
 * An answer whose client takes only what it reads: its operating system buffers next to nothing of the response, which
 * otherwise can be tens of megabytes.
 */
public final class SlowReader implements AutoCloseable {

    private static final int BUFFER = 8192;

    private final Socket socket = new Socket();
    private final BufferedReader response;

    public SlowReader(URI uri, AdminHttp caller) throws IOException {
        socket.setReceiveBufferSize(BUFFER);
        socket.connect(new InetSocketAddress(uri.getHost(), uri.getPort()));
        String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        String request = "GET " + uri.getPath() + query + " HTTP/1.1\r\nHost: " + uri.getAuthority()
                + "\r\nConnection: close\r\n"
                + "Authorization: Bearer " + caller.token() + "\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
        response = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    /** The next line that begins with this; {@code null} if there is none. */
    public String next(String begin) throws IOException {
        String line = response.readLine();
        while (line != null && !line.startsWith(begin)) {
            line = response.readLine();
        }
        return line;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
