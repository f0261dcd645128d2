// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.http;

/** An answer that is not 2xx. */
public final class HttpFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int status;
    private final String body;

    HttpFailure(String method, String path, int status, String body) {
        super(method + " " + path + " answered " + status + ": " + body);
        this.status = status;
        this.body = body;
    }

    public int status() {
        return status;
    }

    public String body() {
        return body;
    }
}
