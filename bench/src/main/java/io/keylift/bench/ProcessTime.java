// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import io.keylift.it.server.KeycloakServer;

/** CPU time of a server's process in microseconds, and of its compiler alone. */
record ProcessTime(double all, double compiler) {

    static ProcessTime of(KeycloakServer keycloak) {
        return new ProcessTime(CpuTimes.micros(keycloak), CpuTimes.compilerMicros(keycloak));
    }

    ProcessTime since(ProcessTime before) {
        return new ProcessTime(all - before.all, compiler - before.compiler);
    }

    double withoutCompiler() {
        return all - compiler;
    }
}
