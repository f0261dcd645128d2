// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

import java.security.NoSuchAlgorithmException;
import javax.net.SocketFactory;
import javax.net.ssl.SSLContext;

/** The sockets of LDAPS, by the certificates that Keycloak trusts. The JDK finds the method by reflection. */
public final class LdapTlsSockets {

    private LdapTlsSockets() {}

    /** Unlike that of the JDK, it is not kept from before Keycloak has set its certificates. */
    public static SocketFactory getDefault() throws NoSuchAlgorithmException {
        return SSLContext.getDefault().getSocketFactory();
    }
}
