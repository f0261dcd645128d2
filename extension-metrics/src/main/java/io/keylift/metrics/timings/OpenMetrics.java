// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import io.keylift.metrics.FailSafe;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Removes from a page of OpenMetrics what the format does not allow: Micrometer adds exemplars to all samples,
 * OpenMetrics 1.0 allows them for counters and buckets only. Prometheus before 2.43 rejects a page with others.
 */
final class OpenMetrics {

    /** Media type of the format. */
    static final String TYPE = "application/openmetrics-text";

    /**
     * At the end of a line: trace and span, value and time. A label cannot imitate it, because its quotes are escaped.
     */
    private static final Pattern EXEMPLAR =
            Pattern.compile(" # \\{\\w+=\"\\p{XDigit}+\",\\w+=\"\\p{XDigit}+\"} [^ {}\"]+(?: [^ {}\"]+)?$");

    private static final Pattern NAME = Pattern.compile("^\\w+(?:_total|_bucket)[{ ]");

    private OpenMetrics() {}

    /** Returns the request with a response that removes these exemplars, as long as that does not fail. */
    static RoutingContext conforming(RoutingContext request, FailSafe failSafe) {
        HttpServerResponse response = request.response();
        HttpServerResponse conforming = proxy(HttpServerResponse.class, (proxy, method, arguments) -> {
            boolean isPage = method.getName().equals("end")
                    && arguments != null
                    && arguments[0] instanceof Buffer
                    && isOpenMetrics(response);
            Object result = call(response, method, isPage ? conforming(arguments, failSafe) : arguments);
            // The methods of a response return the response itself, so the next call must reach the proxy, too.
            return result == response ? proxy : result;
        });
        return proxy(
                RoutingContext.class,
                (proxy, method, arguments) ->
                        method.getName().equals("response") ? conforming : call(request, method, arguments));
    }

    private static boolean isOpenMetrics(HttpServerResponse response) {
        String type = response.headers().get(HttpHeaders.CONTENT_TYPE);
        return type != null && type.startsWith(TYPE);
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(OpenMetrics.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static Object[] conforming(Object[] page, FailSafe failSafe) {
        return failSafe.attempt(() -> new Object[] {Buffer.buffer(conform(page[0].toString()))}, page);
    }

    static String conform(String page) {
        return Arrays.stream(page.split("\n"))
                .map(OpenMetrics::conformLine)
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static String conformLine(String line) {
        return line.contains(" # {") && !NAME.matcher(line).find()
                ? EXEMPLAR.matcher(line).replaceFirst("")
                : line;
    }
}
