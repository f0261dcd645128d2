// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

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
 * Takes out of a page of OpenMetrics what does not belong there: Micrometer gives exemplars to samples of all sorts,
 * OpenMetrics 1.0 has them for counters and buckets alone. Prometheus before 2.43 refuses a page for one of the others.
 */
final class OpenMetrics {

    /** Media type of the format. */
    static final String TYPE = "application/openmetrics-text";

    /**
     * At the end of a line: a trace and a span, a value and a time. No name in a label can look so, for its quotes are
     * escaped.
     */
    private static final Pattern EXEMPLAR =
            Pattern.compile(" # \\{\\w+=\"\\p{XDigit}+\",\\w+=\"\\p{XDigit}+\"} [^ {}\"]+(?: [^ {}\"]+)?$");

    private static final Pattern NAME = Pattern.compile("^\\w+(?:_total|_bucket)[{ ]");

    private OpenMetrics() {}

    /** The same request, for a handler whose answer is to conform. */
    static RoutingContext conforming(RoutingContext request) {
        HttpServerResponse response = request.response();
        HttpServerResponse conforming = proxy(HttpServerResponse.class, (proxy, method, arguments) -> {
            boolean isPage = method.getName().equals("end")
                    && arguments != null
                    && arguments[0] instanceof Buffer
                    && isOpenMetrics(response);
            Object result = call(response, method, isPage ? new Object[] {conform((Buffer) arguments[0])} : arguments);
            // What is set on it answers itself, so that the next call is ours, too.
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

    private static Buffer conform(Buffer page) {
        return Buffer.buffer(conform(page.toString()));
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
