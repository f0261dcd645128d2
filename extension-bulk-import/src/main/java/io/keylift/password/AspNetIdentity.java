// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * PBKDF2 as <a
 * href="https://github.com/dotnet/aspnetcore/blob/main/src/Identity/Extensions.Core/src/PasswordHasher.cs">ASP.NET Core
 * Identity</a> encodes it. Base64 of version 3 begins with {@code AQAAAA}. That of version 2, which ASP.NET Identity of
 * the .NET Framework wrote, has no beginning of its own: a record has to name it.
 */
final class AspNetIdentity {

    /** Prefix of a hash of version 2, which distinguishes it from other formats. */
    static final String VERSION_2 = "aspnet_identity_v2$";

    private static final Pattern VERSION_3 = Pattern.compile("AQAAAA[A-Za-z0-9+/]+={0,2}");

    /** Digests by their number in the hash. */
    private static final List<String> DIGESTS = List.of("sha1", "sha256", "sha512");

    private static final int HEADER = 13;
    private static final int MIN_SALT = 8;
    private static final int SALT_OF_2 = 16;
    private static final int KEY_OF_2 = 32;
    private static final int ITERATIONS_OF_2 = 1000;

    private AspNetIdentity() {}

    static ForeignHash read(String encoded) throws UnusableHashException {
        if (encoded.startsWith(VERSION_2)) {
            return version2(encoded, Bytes.base64(encoded.substring(VERSION_2.length())));
        }
        return VERSION_3.matcher(encoded).matches() ? version3(encoded, Bytes.base64(encoded)) : null;
    }

    private static ForeignHash version2(String encoded, byte[] bytes) throws UnusableHashException {
        if (bytes.length != 1 + SALT_OF_2 + KEY_OF_2 || bytes[0] != 0) {
            throw UnusableHashException.malformed("The hash is not one of ASP.NET Identity, version 2");
        }
        return Pbkdf2.hash(
                encoded,
                "sha1",
                ITERATIONS_OF_2,
                Arrays.copyOfRange(bytes, 1, 1 + SALT_OF_2),
                Arrays.copyOfRange(bytes, 1 + SALT_OF_2, bytes.length));
    }

    private static ForeignHash version3(String encoded, byte[] bytes) throws UnusableHashException {
        if (bytes.length < HEADER + MIN_SALT + Bytes.MIN_KEY) {
            throw UnusableHashException.malformed("The hash is too short for one of ASP.NET Identity");
        }
        ByteBuffer header = ByteBuffer.wrap(bytes, 1, HEADER - 1);
        int digest = header.getInt();
        int iterations = header.getInt();
        int salt = header.getInt();
        if (digest < 0 || digest >= DIGESTS.size() || salt < MIN_SALT || salt > bytes.length - HEADER - Bytes.MIN_KEY) {
            throw UnusableHashException.malformed("The hash is not one of ASP.NET Identity, version 3");
        }
        return Pbkdf2.hash(
                encoded,
                DIGESTS.get(digest),
                iterations,
                Arrays.copyOfRange(bytes, HEADER, HEADER + salt),
                Arrays.copyOfRange(bytes, HEADER + salt, bytes.length));
    }
}
