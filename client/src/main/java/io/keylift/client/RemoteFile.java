// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client;

import io.keylift.client.http.Answer;
import io.keylift.client.http.Http;
import io.keylift.client.http.HttpFailure;
import io.keylift.client.http.Request;
import io.keylift.client.input.InputFailure;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Requests for a file at an address, or for the rest of it. Messages never have the query, which may be signed. */
final class RemoteFile {

    private static final int OK = 200;
    private static final int PARTIAL = 206;
    private static final int NO_SUCH_RANGE = 416;
    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);
    private static final int MOST_REDIRECTS = 5;

    private static final Pattern RANGE = Pattern.compile("bytes (\\d{1,18})-\\d{1,18}/(\\d{1,18}|\\*)");

    /** Only these hosts are without TLS. */
    private static final Pattern THIS_MACHINE =
            Pattern.compile("localhost|127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}|\\[::1]", Pattern.CASE_INSENSITIVE);

    private final Http http;
    private final URI address;
    private final Map<String, String> headers;

    /** Tells one state of the file from another; {@code null} before the first answer and if the server has none. */
    private String validator;

    /**
     * The file from one of its bytes on.
     *
     * @param length of the whole file, or -1
     */
    record Part(Answer answer, long from, long length) {}

    RemoteFile(Http http, URI address, Map<String, String> headers) throws InputFailure {
        requireSafe(address);
        this.http = http;
        this.address = address;
        this.headers = Map.copyOf(headers);
    }

    private static void requireSafe(URI address) throws InputFailure {
        String host = address.getHost() == null ? "" : address.getHost();
        boolean local = THIS_MACHINE.matcher(host).matches();
        if (host.isEmpty() || !isHttps(address) && !("http".equalsIgnoreCase(address.getScheme()) && local)) {
            throw new InputFailure("Only https:// is read from other machines: " + shown(address));
        }
        if (address.getRawUserInfo() != null) {
            throw new InputFailure("An address must not have a password; put it into a header: " + shown(address));
        }
    }

    private static boolean isHttps(URI address) {
        return "https".equalsIgnoreCase(address.getScheme());
    }

    private static String shown(URI address) {
        return address.getScheme() + "://" + address.getHost() + address.getRawPath();
    }

    /** The file from a byte on, or from its beginning if the server has no ranges. The caller closes the answer. */
    Part from(long position) throws IOException {
        Map<String, String> all = new TreeMap<>(headers);
        all.put("Accept-Encoding", "identity");
        if (position > 0 && validator != null) {
            all.put("Range", "bytes=" + position + "-");
            all.put("If-Range", validator);
        }
        Answer answer = send(all);
        try {
            return part(answer, position);
        } catch (IOException e) {
            answer.close();
            throw e;
        }
    }

    private Part part(Answer answer, long position) throws IOException {
        String found = validator(answer);
        if (answer.status() == NO_SUCH_RANGE || position > 0 && validator != null && !validator.equals(found)) {
            throw Passed.changed();
        }
        if (answer.status() == PARTIAL) {
            String range = answer.header("content-range");
            Matcher matcher = RANGE.matcher(range == null ? "" : range);
            if (!matcher.matches() || Long.parseLong(matcher.group(1)) != position) {
                throw new InputFailure("The server answered with another range than it was asked for");
            }
            return new Part(answer, position, matcher.group(2).equals("*") ? -1 : Long.parseLong(matcher.group(2)));
        }
        validator = found;
        String length = answer.header("content-length");
        return new Part(answer, 0, length == null || !length.matches("\\d{1,18}") ? -1 : Long.parseLong(length));
    }

    /** A strong tag, or the time of the last change. */
    private static String validator(Answer answer) {
        String tag = answer.header("etag");
        return tag == null || tag.startsWith("W/") ? answer.header("last-modified") : tag;
    }

    private Answer send(Map<String, String> all) throws IOException {
        URI next = address;
        for (int redirects = 0; ; redirects++) {
            boolean sameHost = next.getRawAuthority().equals(address.getRawAuthority())
                    && next.getScheme().equals(address.getScheme());
            Map<String, String> sent = new TreeMap<>(all);
            if (!sameHost) {
                sent.keySet().removeAll(headers.keySet());
            }
            Request request = new Request("GET", next, sent, null);
            Answer answer = http.send(request);
            int status = answer.status();
            if (status == OK || status == PARTIAL || status == NO_SUCH_RANGE) {
                return answer;
            }
            try (answer) {
                String location = answer.header("location");
                if (!REDIRECTS.contains(status) || location == null || redirects == MOST_REDIRECTS) {
                    throw HttpFailure.of(request, answer);
                }
                next = next.resolve(location);
                requireSafe(next);
                if (isHttps(address) && !isHttps(next)) {
                    throw new InputFailure("The server redirects to an address without TLS: " + shown(next));
                }
            }
        }
    }
}
