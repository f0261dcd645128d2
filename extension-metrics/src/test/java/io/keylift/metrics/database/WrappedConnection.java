// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.database;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;

/** A connection in a wrapper, as the pool hands it out; the wrapped one behaves like that of PostgreSQL's driver. */
final class WrappedConnection {

    private boolean isClosed;
    private final Connection driver = connection((proxy, method, arguments) -> switch (method.getName()) {
        case "unwrap" -> unwrapped(proxy);
        case "isClosed" -> isClosed;
        case "hashCode" -> System.identityHashCode(this);
        case "equals" -> proxy == arguments[0];
        default -> throw new UnsupportedOperationException(method.getName());
    });

    private Object unwrapped(Object proxy) throws SQLException {
        if (isClosed) {
            throw new SQLException("This connection has been closed.");
        }
        return proxy;
    }

    /** A connection in a new wrapper each time. */
    Connection shown() {
        return connection((proxy, method, arguments) -> {
            if (method.getName().equals("unwrap")) {
                return driver.unwrap(Connection.class);
            }
            throw new UnsupportedOperationException(method.getName());
        });
    }

    void close() {
        isClosed = true;
    }

    private static Connection connection(InvocationHandler handler) {
        return (Connection) Proxy.newProxyInstance(
                WrappedConnection.class.getClassLoader(), new Class<?>[] {Connection.class}, handler);
    }
}
