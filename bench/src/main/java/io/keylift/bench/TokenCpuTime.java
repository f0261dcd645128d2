// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

/**
 * CPU time of a token request to one server, in microseconds.
 *
 * @param all time of all threads of the server's process
 * @param withoutCompiler time without the compiler, which {@code all} approaches when nothing is left to compile
 */
record TokenCpuTime(Instrumentation observed, double all, double withoutCompiler) {}
