// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import com.unboundid.ldap.sdk.DN;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.util.ssl.cert.CertException;
import com.unboundid.util.ssl.cert.SignatureAlgorithmIdentifier;
import com.unboundid.util.ssl.cert.X509Certificate;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.time.Instant;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A certificate for {@code localhost}. */
final class LocalCertificate {

    private static final char[] PASSWORD = "password".toCharArray();

    private final X509Certificate certificate;
    private final SSLContext context;

    LocalCertificate() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            KeyPair keys = generator.generateKeyPair();
            Instant now = Instant.now();
            certificate = X509Certificate.generateSelfSignedCertificate(
                    SignatureAlgorithmIdentifier.SHA_256_WITH_RSA,
                    keys,
                    new DN("CN=localhost"),
                    now.minus(Duration.ofDays(1)).toEpochMilli(),
                    now.plus(Duration.ofDays(1)).toEpochMilli());
            Certificate read = CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(certificate.getX509CertificateBytes()));
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("server", keys.getPrivate(), PASSWORD, new Certificate[] {read});
            KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            managers.init(store, PASSWORD);
            context = SSLContext.getInstance("TLS");
            context.init(managers.getKeyManagers(), null, null);
        } catch (GeneralSecurityException | IOException | CertException | LDAPException e) {
            throw new IllegalStateException(e);
        }
    }

    /** For servers. */
    SSLContext context() {
        return context;
    }

    Path write(Path file) throws IOException {
        return Files.write(file, certificate.toPEM());
    }
}
