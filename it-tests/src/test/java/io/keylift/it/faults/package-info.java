// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Failures of Keylift's own code inside a real server, by an agent in its JVM. */
package io.keylift.it.faults;
