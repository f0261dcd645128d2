// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Tests that {@code ./mvnw verify -Pall} runs and {@code ./mvnw verify} leaves out: of another database, of a program
 * that not every machine has, or of a server that few changes concern. {@code tier.left-out} in the module's POM names
 * them.
 */
@Tag("second-tier")
@Inherited
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface SecondTier {}
