// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bouncycastle.crypto.generators.SCrypt;

/**
 * scrypt of <a href="https://www.rfc-editor.org/rfc/rfc7914">RFC 7914</a>.
 *
 * <ul>
 *   <li>{@code $scrypt$ln=16,r=8,p=1$salt$key}: <a
 *       href="https://passlib.readthedocs.io/en/stable/lib/passlib.hash.scrypt.html">Passlib</a> and the PHC string
 *       format. <a href="https://www.ory.sh/docs/kratos/manage-identities/import-user-accounts-identities">Ory</a>
 *       writes N itself as {@code ln}
 *   <li>{@code scrypt$16384$salt$8$5$key}: <a
 *       href="https://docs.djangoproject.com/en/5.2/topics/auth/passwords/">Django</a>; the salt is text
 *   <li>{@code scrypt:32768:8:1$salt$key}: <a
 *       href="https://werkzeug.palletsprojects.com/en/stable/utils/">Werkzeug</a>;
 *       the salt is text and the key is hexadecimal
 * </ul>
 */
final class Scrypt {

    static final String ID = "keylift-scrypt";

    /** The memory of OWASP's strongest recommendation. */
    static final long MAX_MEMORY = 128L << 20;

    /** N · r · p: four times OWASP's recommendation, some three seconds. */
    static final long MAX_WORK = 1L << 22;

    /** r · p: the hash begins and ends with PBKDF2 of so many blocks. */
    private static final int MAX_BLOCKS = 1 << 14;

    private static final Pattern PHC =
            Pattern.compile("\\$scrypt\\$ln=([0-9]+),r=([0-9]+),p=([0-9]+)\\$([^$]+)\\$([^$]+)");
    private static final Pattern DJANGO =
            Pattern.compile("scrypt\\$([0-9]+)\\$([^$]+)\\$([0-9]+)\\$([0-9]+)\\$([^$]+)");
    private static final Pattern WERKZEUG =
            Pattern.compile("scrypt:([0-9]+):([0-9]+):([0-9]+)\\$([^$]+)\\$([0-9a-fA-F]+)");
    private static final Pattern BEGINNING = Pattern.compile("(\\$scrypt\\$|scrypt[$:]).*");

    /** Larger ones are N itself: no system has 2^64 blocks. */
    private static final int MAX_LOGARITHM = 63;

    private Scrypt() {}

    static ForeignHash read(String encoded) throws UnusableHashException {
        if (!BEGINNING.matcher(encoded).matches()) {
            return null;
        }
        Matcher phc = PHC.matcher(encoded);
        if (phc.matches()) {
            Parameters parameters = new Parameters(phc.group(1), phc.group(2), phc.group(3), true);
            return hash(encoded, parameters, Bytes.base64(phc.group(4)), Bytes.base64(phc.group(5)));
        }
        Matcher django = DJANGO.matcher(encoded);
        if (django.matches()) {
            Parameters parameters = new Parameters(django.group(1), django.group(3), django.group(4), false);
            return hash(encoded, parameters, Bytes.utf8(django.group(2)), Bytes.base64(django.group(5)));
        }
        Matcher werkzeug = WERKZEUG.matcher(encoded);
        if (werkzeug.matches()) {
            Parameters parameters = new Parameters(werkzeug.group(1), werkzeug.group(2), werkzeug.group(3), false);
            return hash(encoded, parameters, Bytes.utf8(werkzeug.group(4)), Bytes.hex(werkzeug.group(5)));
        }
        throw UnusableHashException.malformed("The hash begins as one of scrypt and does not have its form");
    }

    private static ForeignHash hash(String encoded, Parameters parameters, byte[] salt, byte[] key)
            throws UnusableHashException {
        Bytes.key(key);
        return new ForeignHash(
                ID,
                encoded,
                parameters.n,
                parameters.memory(),
                password -> Bytes.areEqual(parameters.derive(password, salt, key.length), key));
    }

    /** N, r and p within their bounds. */
    static final class Parameters {

        private final int n;
        private final int r;
        private final int p;

        /** @param logarithm whether N is given by its logarithm */
        Parameters(String n, String r, String p, boolean logarithm) throws UnusableHashException {
            int given = Bytes.number(n);
            boolean isLogarithm = logarithm && given <= MAX_LOGARITHM;
            long blocks = isLogarithm ? 1L << Math.min(given, MAX_LOGARITHM - 1) : given;
            this.r = Bytes.number(r);
            this.p = Bytes.number(p);
            if (blocks < 2 || Long.bitCount(blocks) != 1 || this.r < 1 || this.p < 1) {
                throw UnusableHashException.malformed(
                        "N of scrypt must be a power of 2 above 1, and r and p must be at least 1");
            }
            if (blocks > MAX_WORK
                    || (long) this.r * this.p > MAX_BLOCKS
                    || blocks * this.r * this.p > MAX_WORK
                    || 128 * blocks * this.r > MAX_MEMORY) {
                throw UnusableHashException.tooCostly("scrypt would take more than " + (MAX_MEMORY >> 20)
                        + " MiB, N · r · p is larger than " + MAX_WORK
                        + ", or r · p is larger than " + MAX_BLOCKS);
            }
            this.n = (int) blocks;
            if (this.r == 1 && this.n >= 1 << 16) {
                throw UnusableHashException.malformed("N of scrypt must be less than 65536 if r is 1");
            }
        }

        int n() {
            return n;
        }

        long memory() {
            return 128L * r * ((long) n + p);
        }

        byte[] derive(String password, byte[] salt, int length) {
            return SCrypt.generate(Bytes.utf8(password), salt, n, r, p, length);
        }
    }
}
