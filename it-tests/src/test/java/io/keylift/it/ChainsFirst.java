// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it;

import java.util.Comparator;
import org.junit.jupiter.api.ClassDescriptor;
import org.junit.jupiter.api.ClassOrderer;
import org.junit.jupiter.api.ClassOrdererContext;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Begins with the classes that have an {@link Order}, then with those that run one after the other, such as those of
 * one server: at the end of a run, only classes are left that can run side by side. Among the first are one class of
 * each server with a build of its own: while one fills the {@link io.keylift.it.server.TestDatabase}, for which all
 * wait, the others build their servers.
 */
public final class ChainsFirst implements ClassOrderer {

    @Override
    public void orderClasses(ClassOrdererContext context) {
        context.getClassDescriptors()
                .sort(Comparator.comparingInt(ChainsFirst::order).thenComparing(ChainsFirst::runsBesideOthers));
    }

    private static int order(ClassDescriptor testClass) {
        return testClass.findAnnotation(Order.class).map(Order::value).orElse(Order.DEFAULT);
    }

    private static boolean runsBesideOthers(ClassDescriptor testClass) {
        return testClass.findAnnotation(ResourceLock.class).isEmpty();
    }
}
