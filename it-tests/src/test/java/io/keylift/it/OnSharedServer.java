// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * A test class that receives a {@link SharedServer} as a parameter. There are {@link SharedServers two} of them;
 * classes of one server run one after the other.
 */
@ExtendWith(SharedServerExtension.class)
@ResourceLock(providers = SharedServers.class)
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface OnSharedServer {}
