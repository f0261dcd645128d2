// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

import com.unboundid.ldap.sdk.ResultCode;
import com.unboundid.util.ssl.cert.ManageCertificates;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A certificate for {@code localhost}, which this JVM trusts as long as a test class runs. */
final class TrustedLocalhost implements BeforeAllCallback, AfterAllCallback {

    /** The lock of classes that change what the JVM trusts. */
    static final String DEFAULT = "javax.net.ssl.SSLContext";

    private static final char[] PASSWORD = "password".toCharArray();

    private SSLContext before;
    private SSLContext context;

    /** For servers and clients. */
    SSLContext context() {
        return context;
    }

    @Override
    public void beforeAll(ExtensionContext test) throws Exception {
        before = SSLContext.getDefault();
        context = trusting("localhost");
        SSLContext.setDefault(context);
    }

    @Override
    public void afterAll(ExtensionContext test) {
        SSLContext.setDefault(before);
    }

    /** A new certificate for a host, and trust in nothing else. */
    static SSLContext trusting(String host) throws Exception {
        Path directory = Files.createTempDirectory("keylift-remote");
        Path file = directory.resolve("keys.p12");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ResultCode made = ManageCertificates.main(
                null,
                out,
                out,
                "generate-self-signed-certificate",
                "--keystore",
                file.toString(),
                "--keystore-type",
                "PKCS12",
                "--keystore-password",
                new String(PASSWORD),
                "--alias",
                "server",
                "--subject-dn",
                "CN=" + host,
                "--subject-alternative-name-dns",
                host);
        if (made != ResultCode.SUCCESS) {
            throw new IllegalStateException(out.toString(StandardCharsets.UTF_8));
        }
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, PASSWORD);
        }
        Files.delete(file);
        Files.delete(directory);
        KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, PASSWORD);
        TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trusted.init(keys);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), trusted.getTrustManagers(), null);
        return context;
    }
}
