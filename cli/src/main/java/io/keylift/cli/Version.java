// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import picocli.CommandLine.IVersionProvider;

/** Version of the JAR. */
final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
        String version = Version.class.getPackage().getImplementationVersion();
        return new String[] {"keylift " + (version == null ? "(not packaged)" : version)};
    }
}
