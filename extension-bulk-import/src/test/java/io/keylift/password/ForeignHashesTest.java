// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bouncycastle.crypto.generators.OpenBSDBCrypt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Hashes that other systems published, and what is not read. */
class ForeignHashesTest {

    /** After a line with the page that publishes them: passwords, names of algorithms if they need one, and hashes. */
    private static final String PUBLISHED = """
            # https://www.openwall.com/crypt/ (crypt_blowfish, wrapper.c)
            U*U | - | $2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW
            # https://community.auth0.com/t/import-auth0-bcrypt-password-hashes-to-okta-tenant/104551
            42 | - | $2b$10$yobOT8CyiI3Ls6BM/.MNWu.O6UcaOinlpRnEkPJttZn2dQZ5uZC42
            # https://www.php.net/manual/en/function.password-verify.php
            rasmuslerdorf | - | $2y$07$BCryptRequires22Chrcte/VlQH0piJtjXl.0t1XkA8pw9dMXTpOq
            # https://foss.heptapod.net/python-libs/passlib (passlib/tests)
             | - | bcrypt_sha256$$2a$06$/3OeRpbOf8/l6nPPRdZPp.nRiyYqPobEZGdNRBWihQhiFDh1ws1tu
            lètmein | - | bcrypt_sha256$$2a$08$NDjSAIcas.EcoxCRiArvT.MkNiPYVhrsrnJsRkLueZOoV1bsQqlmC
            abc123abc123abc123abc123abc123abc123abc123abc123abc123abc123abc123abc123 | - | bcrypt_sha256$$2a$06$\
            Tg/oYyZTyAf.Nb3qSgN61OySmyXA8FoY4PjGizjE1QSDfuL5MXNni
            password | - | {PBKDF2}1212$OB.dtnSEXZK8U5cgxU/GYQ$y5LKPOplRmok7CZp/aqVDVg8zGI
            password | - | {PBKDF2-SHA256}1212$4vjV83LKPjQzk31VI4E0Vw$hsYF68OiOUPdDZ1Fg.fJPeq1h/gXXY7acBp9/6c.tmQ
            password | - | {PBKDF2-SHA512}1212$RHY0Fr3IDMSVO/RSZyb5ow$\
            eNLfBK.eVozomMr.1gYa17k9B7KIK25NOEshvhrSX.esqY3s.FvWZViXz4KoLlQI.BzY/YTNJOiKc5gBYFYGww
            testing123 | - | {SSHA}0c0blFTXXNuAMHECS4uxrj3ZieMoWImr
            test | - | {SSHA}Pfx6Vf48AT9x3FVv8znbo8WQkEVSipHSWovxXmvNWUvp/d/7
            toomanysecrets | - | {SSHA512}wExp4xjiCHS0zidJDC4UJq9EEeIebAQPJ1PWSwfhxWjfutI9XiiKuHm2AE41cEFfK+8HyI8bh+ztb\
            czUGsvVFIgICWWPt7qu
            123456 | - | $H$9PE8jEklgZhgLmZl5.HYJAzfGCQtzi1
            testing1234 | - | {SMD5}UjFY34os/pnZQ3oQOzjqGu4yeXE=
            # https://passlib.readthedocs.io/en/stable/lib/passlib.hash.bcrypt_sha256.html
            password | - | $bcrypt-sha256$v=2,t=2b,r=12$n79VH.0Q2TMWmt3Oqt9uku$Kq4Noyk3094Y2QlB8NdRT8SvGiI4ft2
            # none of WordPress: a site of WordPress 6.8 that another project publishes
            admin | - | $wp$2y$10$Q1xinFjrZeLWJBvxviIL6u834Fu.evIEFHAUVisQ5O.w9Dm0sMdES
            # https://passlib.readthedocs.io/en/stable/lib/passlib.hash.scrypt.html
            password | - | $scrypt$ln=16,r=8,p=1$aM15713r3Xsvxbi31lqr1Q$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E
            # https://github.com/ory/kratos (hash/hasher_test.go)
            test | - | $scrypt$ln=16384,r=8,p=1$2npRo7P03Mt8keSoMbyD/tKFWyUzjiQf2svUaNDSrhA=$\
            MiCzNcIplSMqSBrm4HckjYqYhaVPPjTARTzwB1cVNYE=
            8x4WjoDbSxJZdR | - | $firescrypt$ln=14,r=8,p=1$sPtDhWcd1MfdAw==$\
            xbSou7FOl6mChCyzpCPIQ7tku7nsQMTFtyOZSXXd7tjBa4NtimOx7v42Gv2SfzPQu1oxM2/k4SsbOu73wlKe1A==$Bw==$\
            YE0dO4bwD4JnJafh6lZZfkp1MtKzuKAXQcDCJNJNyeCHairWHKENOkbh3dzwaCdizzOspwr/FITUVlnOAwPKyw==
            test | - | $pbkdf2-sha256$i=100000,l=32$1jP+5Zxpxgtee/iPxGgOz0RfE9/KJuDElP1ley4VxXc$\
            QJxzfvdbHYBpydCbHoFg3GJEqMFULwskiuqiJctoYpI
            test | - | $pbkdf2-sha512$i=100000,l=32$bdHBpn7OWOivJMVJypy2UqR0UnaD5prQXRZevj/05YU$\
            +wArTfv1a+bNGO1iZrmEdVjhA+lL11wF4/IxpgYfPwc
            test123 | - | {SSHA256}czO44OTV17PcF1cRxWrLZLy9xHd7CWyVYplr1rOhuMlx/7IK
            # https://github.com/django/django (tests/auth_tests/test_hashers.py)
            lètmein | - | scrypt$16384$seasalt$8$1$Qj3+9PPyRjSJIebHnG81TMjsqtaIGxNQG/aEB/NYafTJ7tibgfYz71m0ldQESkXFRkdV\
            CBhhY8mx7rQwite/Pw==
            lètmein | - | scrypt$16384$seasalt$8$5$ECMIUp+LMxMSK8xB/IVyba+KYGTI7FTnet025q/1f/vBAVnnP3hdYqJuRi+mJn6ji6ze\
            3Fbb7JEFPKGpuEf5vw==
            lètmein | - | pbkdf2_sha256$390000$seasalt$8xBlGd3jVgvJ+92hWPxi5ww0uuAuAnKgC45eudxro7c=
            lètmein | - | md5$seasalt$3f86d0d3d465b7b458c231bf3555c0e3
            # https://www.rfc-editor.org/rfc/rfc7914 (sections 11 and 12)
            pleaseletmein | - | scrypt:16384:8:1$SodiumChloride$\
            7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d6\
            51e40dfcf017b45575887
            Password | - | pbkdf2:sha256:80000$NaCl$\
            4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56a1d425a1225833549adb841b51c9b3176a272bdebba\
            1d078478f62b397f33c8d
            # https://github.com/firebase/scrypt (README.md)
            user1password | - | $firescrypt$ln=14,r=8,p=1$42xEC+ixf3L2lw==$\
            lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==$Bw==$\
            jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==
            # https://hashcat.net/wiki/doku.php?id=example_hashes (10901)
            hashcat | - | {PBKDF2_SHA256}AAAgADkxMjM2NTIzMzgzMjQ3MjI4MDAwNTk5OTAyOTk4NDI2MjkyMzAzNjg0NjQwOTMxNjI3OTMzNj\
            g0MDI0OTY5NTe5ULagRTYpLaUoeqJMg8x9W/DXu+9VTFaVhaYvebYrY+sOqn1ZMRnws22C1uAkiE2tFM8qN+xw5xe7OmCPZ203NuruK4oB3\
            3QlsKIEz4ppm0TR94JB9PJx7lIQwFHD3FUNUNryj4jk6UYyJ4+V1Z9Ug/Iy/ylQBJgfs5ihzgxHYZrfp1wUCXFzlZG9mxmziPm8VFnAhaX4\
            +FBAZvLAx33jpbKOwEg7TmwP2VJ8BNFLQRqwYdlqIjQlAhncXH+dqIF9VdM4MonAA0hx76bMvFTP7LF5VO1IqVmcuYz7YG9v4KKRjnvoUUq\
            Oj6okUBQTay3EzsdFVnUW1FemYOccJd5q
            # https://github.com/dotnet/aspnetcore (src/Identity/test/Identity.Test/PasswordHasherTest.cs)
            my password | - | AQAAAAEAACcQAAAAEAABAgMEBQYHCAkKCwwNDg+yWU7rLgUwPZb1Itsmra7cbxw2EFpwpVFIEtP+JIuUEw==
            my password | - | AQAAAAIAAAAyAAAAEOMwvh3+FZxqkdMBz2ekgGhwQ4B6pZWND6zgESBuWiHw
            my password | - | AQAAAAAAAAD6AAAAEAhftMyfTJylOlZT+eEotFXd1elee8ih5WsjXaR3PA9M
            my password | - | AQAAAAIAAAD6AAAAIJbVi5wbMR+htSfFp8fTw8N8GOS/Sje+S/4YZcgBfU7EQuqv4OkVYmc4VJl9AGZzmRTxSkP7L\
            tVi9IWyUxX8IAAfZ8v+ZfhjCcudtC1YERSqE1OEdXLW9VukPuJWBBjLuw==
            my password | aspnet-identity-v2 | ANXrDknc7fGPpigibZXXZFMX4aoqz44JveK6jQuwY3eH/UyPhvr5xTPeGYEckLxz9A==
            # https://www.akkadia.org/drepper/SHA-crypt.txt
            Hello world! | - | $6$saltstring$svn8UoSVapNtMuq1ukKS4tPQd8iKwSMHWjl/O817G3uBnIFNjnQJuesI68u4OTLiBFdcbYEdFC\
            oEOfaS35inz1
            Hello world! | - | {CRYPT}$6$rounds=10000$saltstringsaltst$\
            OW1/O6BYHV6BcXZu8QVeXbDWra3Oeqh0sbHbbMCVNSnCM/UrjmM0Dp8vOuZeHBy/YTBmSK6H9qs/y3RnOaw5v.
            Hello world! | - | $5$saltstring$5B8vYYiY.CVt1RlTTf8KbXBH3hsxY/GNooZaBBGWEc5
            # https://www.openwall.com/phpass/ (test.php)
            test12345 | - | $P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0
            # https://hashcat.net/wiki/doku.php?id=example_hashes (7900)
            hashcat | - | $S$C33783772bRXEx1aCsvY.dqgaaSu76XmVlKrW9Qu8IQlvxHlmzLf
            """;

    record Published(String source, String password, String algorithm, String hash) {}

    static Stream<Published> published() {
        List<Published> all = new ArrayList<>();
        String source = null;
        for (String line : PUBLISHED.lines().toList()) {
            if (line.startsWith("# ")) {
                source = line.substring(2);
            } else {
                String[] cells = line.split(" \\| ", 3);
                all.add(new Published(source, cells[0], cells[1].equals("-") ? null : cells[1], cells[2]));
            }
        }
        return all.stream();
    }

    @ParameterizedTest
    @MethodSource("published")
    void thePublishedPasswordMatchesAndNoOther(Published one) throws UnusableHashException {
        ForeignHash hash = ForeignHashes.read(one.hash, one.algorithm, null, null);

        assertThat(hash.check().matches(one.password)).as(one.source).isTrue();
        assertThat(hash.check().matches(one.password + "x")).as(one.source).isFalse();
        assertThat(hash.toString()).as("what a log may show").isEqualTo(hash.algorithm());
        ForeignHash again = ForeignHashes.read(hash.encoded());
        assertThat(again.algorithm()).isEqualTo(hash.algorithm());
        assertThat(again.encoded()).isEqualTo(hash.encoded());
        assertThat(again.check().matches(one.password)).isTrue();
    }

    /** Firebase's export has the alphabet of URLs, and its console the usual one. */
    @Test
    void eitherAlphabetOfBase64IsRead() throws UnusableHashException {
        Published firebase = published()
                .filter(one -> one.password.equals("user1password"))
                .findAny()
                .orElseThrow();

        String changed = firebase.hash.replace('+', '-').replace("/", "_");

        assertThat(changed).isNotEqualTo(firebase.hash);
        assertThat(matches(changed, null, firebase.password)).isTrue();
    }

    /** No system publishes one: the hashes are made here, of what the documentation of the systems says. */
    @Test
    void bcryptOfADigestThatOnlyANameTells() throws UnusableHashException {
        String password = "correct horse battery staple";
        byte[] digest = Bytes.digest("SHA-512", Bytes.utf8(password));
        String base64 = bcrypt(Bytes.base64(digest));
        String hex = bcrypt(Bytes.hex(digest));

        assertThat(matches(base64, "bcrypt-sha512", password)).isTrue();
        assertThat(matches(base64, null, password)).isFalse();
        assertThat(matches(hex, "bcrypt-sha512-hex", password)).isTrue();
        assertThat(matches(hex, "bcrypt-sha512", password)).isFalse();
    }

    /** Symfony hashes the digest of passwords that bcrypt would cut, and others as they are. */
    @Test
    void bcryptOfLongPasswordsAsSymfonyHasIt() throws UnusableHashException {
        String shortOne = "a".repeat(72);
        String longOne = "a".repeat(73);
        String ofLong = bcrypt(Bytes.base64(Bytes.digest("SHA-512", Bytes.utf8(longOne))));

        assertThat(matches(bcrypt(shortOne), "bcrypt-symfony", shortOne)).isTrue();
        assertThat(matches(bcrypt(shortOne), "bcrypt-symfony", longOne)).isFalse();
        assertThat(matches(ofLong, "bcrypt-symfony", longOne)).isTrue();
        assertThat(matches(bcrypt(shortOne), null, longOne))
                .as("plain bcrypt ignores what follows 72 bytes")
                .isTrue();
    }

    private static String bcrypt(String password) {
        // The password is cut here, as C does it: Bouncy Castle refuses longer ones.
        byte[] bytes = Bytes.utf8(password.substring(0, Math.min(72, password.length())));
        return OpenBSDBCrypt.generate("2b", bytes, new byte[16], 4);
    }

    private static boolean matches(String hash, String algorithm, String password) throws UnusableHashException {
        return ForeignHashes.read(hash, algorithm, null, null).check().matches(password);
    }

    /** FusionAuth publishes no hash; the values are those of RFC 7914, section 11, in its columns. */
    @Test
    void hashesWhoseSaltStandsInAnotherColumn() throws UnusableHashException {
        String hash = Bytes.base64(Bytes.hex("4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56"
                + "a1d425a1225833549adb841b51c9b3176a272bdebba1d078478f62b397f33c8d"));

        for (String name : List.of("salted-pbkdf2-hmac-sha256", "salted-pbkdf2-hmac-sha256-512", "pbkdf2-sha256")) {
            ForeignHash read = ForeignHashes.read(hash, name, Bytes.base64(Bytes.utf8("NaCl")), 80000);
            assertThat(read.check().matches("Password")).isTrue();
            assertThat(read.cost()).isEqualTo(80000);
        }
        assertThat(fault(hash, "pbkdf2-sha256", null, 1000).getMessage()).contains("requires `salt`");
        assertThat(fault(hash, "pbkdf2-sha256", "TmFDbA==", null).getMessage()).contains("`hashIterations`");
        assertThat(fault(hash, null, "TmFDbA==", 1000).getMessage()).contains("requires `algorithm`");
        assertThat(fault(hash, "rot13", null, null).getMessage()).contains("`algorithm`");
        assertThat(fault(hash, "pbkdf2-sha256", "TmFDbA==", -1).isTooCostly()).isFalse();
    }

    private static UnusableHashException fault(String hash, String algorithm, String salt, Integer iterations) {
        return catchThrowableOfType(
                UnusableHashException.class, () -> ForeignHashes.read(hash, algorithm, salt, iterations));
    }

    private static final String BOMBS = """
            $2b$16$yobOT8CyiI3Ls6BM/.MNWu.O6UcaOinlpRnEkPJttZn2dQZ5uZC42
            bcrypt_sha512$$2b$31$yobOT8CyiI3Ls6BM/.MNWu.O6UcaOinlpRnEkPJttZn2dQZ5uZC42
            $bcrypt-sha256$v=2,t=2b,r=31$n79VH.0Q2TMWmt3Oqt9uku$Kq4Noyk3094Y2QlB8NdRT8SvGiI4ft2
            $scrypt$ln=18,r=8,p=1$aM15713r3Xsvxbi31lqr1Q$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E
            $scrypt$ln=63,r=8,p=1$aM15713r3Xsvxbi31lqr1Q$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E
            $scrypt$ln=31,r=999999999,p=999999999$aM15713r3Xsvxbi31lqr1Q$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E
            $scrypt$ln=14,r=8,p=1000$aM15713r3Xsvxbi31lqr1Q$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E
            $scrypt$ln=2,r=1,p=1048576$aM15713r3Xsvxbi31lqr1Q$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E
            scrypt$2097152$seasalt$1$1$Qj3+9PPyRjSJIebHnG81TMjsqtaIGxNQG/aEB/NYafTJ7tibgfYz71m0ldQESkXFRkdVCBhhY8mx7rQw\
            ite/Pw==
            $firescrypt$ln=31,r=8,p=1$c2FsdHNhbHRzYWx0$lSrfV15cpx95/sZS2W9c9A==$Bw==$lSrfV15cpx95/sZS2W9c9A==
            pbkdf2_sha256$5000001$seasalt$8xBlGd3jVgvJ+92hWPxi5ww0uuAuAnKgC45eudxro7c=
            pbkdf2_sha256$99999999999999999999$seasalt$8xBlGd3jVgvJ+92hWPxi5ww0uuAuAnKgC45eudxro7c=
            AQAAAAF/////AAAAEAABAgMEBQYHCAkKCwwNDg+yWU7rLgUwPZb1Itsmra7cbxw2EFpwpVFIEtP+JIuUEw==
            $6$rounds=1000001$saltstringsaltst$OW1/O6BYHV6BcXZu8QVeXbDWra3Oeqh0sbHbbMCVNSnCM/UrjmM0Dp8vOuZeHBy/YTBmSK6H\
            9qs/y3RnOaw5v.
            $P$MIQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0
            """;

    static Stream<String> bombs() {
        return BOMBS.lines();
    }

    @ParameterizedTest
    @MethodSource("bombs")
    void aCostBombIsRefused(String hash) {
        assertThatThrownBy(() -> ForeignHashes.read(hash))
                .isInstanceOfSatisfying(
                        UnusableHashException.class,
                        e -> assertThat(e.isTooCostly()).isTrue());
    }

    @Test
    void theLengthOfAHashIsBounded() {
        String hash = "{SSHA}" + "A".repeat(ForeignHashes.MAX_LENGTH);

        assertThat(fault(hash, null, null, null).isTooCostly()).isTrue();
        assertThat(fault(hash.substring(0, ForeignHashes.MAX_LENGTH), null, null, null))
                .isNull();
    }

    /** Several blocks of a key take the iterations several times. */
    @Test
    void theLengthOfAKeyCounts() {
        String key = Bytes.base64(new byte[1000]);

        assertThat(fault("$pbkdf2-sha256$i=1000000$c2FsdA$" + key, null, null, null)
                        .isTooCostly())
                .isTrue();
        assertThat(fault("$pbkdf2-sha256$i=100000$c2FsdA$" + key, null, null, null))
                .isNull();
    }

    /** Among them some without a key, or with a short one: they would match any password, or many. */
    private static final String NO_HASHES = """
            5f4dcc3b5aa765d61d8327deb882cf99
            $argon2x$v=19$m=16,t=2,p=1$c2FsdHNhbHQ$c2FsdHNhbHRzYWx0c2FsdA
            $2b$10$
            $2x$05$/OK.fbVrR/bpIqNJ5ianF.CE5elHaaO4EbggVDjb8P19RukzXSM3e
            $2b$03$yobOT8CyiI3Ls6BM/.MNWu.O6UcaOinlpRnEkPJttZn2dQZ5uZC42
            $2b$10$yobOT8CyiI3Ls6BM/.MNWu.O6UcaOinlpRnEkPJttZn2dQZ5uZC4
            $2b$10$yobOT8CyiI3Ls6BM/.MNWu.O6UcaOinlpRnEkPJttZn2dQZ5uZC4!
            $scrypt$ln=16,r=8,p=1$aM15713r3Xsvxbi31lqr1Q$
            $scrypt$ln=16,r=8,p=1$aM15713r3Xsvxbi31lqr1Q$AAAA
            $scrypt$ln=0,r=8,p=1$aM15713r3Xsvxbi31lqr1Q$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E
            $scrypt$ln=16,r=1,p=1$aM15713r3Xsvxbi31lqr1Q$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E
            scrypt$16385$seasalt$8$1$Qj3+9PPyRjSJIebHnG81TMjsqtaIGxNQG/aEB/NYafQ=
            scrypt:16384:8:1$SodiumChloride$7023
            $firescrypt$ln=14,r=8,p=1$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9A==$Bw==$jxspr8Ki0RYycQ==
            pbkdf2_sha256$1000$$8xBlGd3jVgvJ+92hWPxi5ww0uuAuAnKgC45eudxro7c=
            pbkdf2_sha256$0$seasalt$8xBlGd3jVgvJ+92hWPxi5ww0uuAuAnKgC45eudxro7c=
            pbkdf2_sha256$1000$seasalt$AAAA
            pbkdf2_md5$1000$seasalt$8xBlGd3jVgvJ+92hWPxi5ww0uuAuAnKgC45eudxro7c=
            $pbkdf2-sha256$i=1000,l=64$c2FsdA$QJxzfvdbHYBpydCbHoFg3GJEqMFULwskiuqiJctoYpI
            {PBKDF2_SHA256}AAAgADkxMjM2
            AQAAAAIAAAAyAAAAEOMwvh3+FZxqkdMBz2ekgGhwQ4A=
            AQAAAAMAAAAyAAAAEOMwvh3+FZxqkdMBz2ekgGhwQ4B6pZWND6zgESBuWiHw
            AQAAAAIAAAAyf///EOMwvh3+FZxqkdMBz2ekgGhwQ4B6pZWND6zgESBuWiHw
            aspnet_identity_v2$ANXrDknc7fGPpigibZXXZFMX
            {SSHA}
            {SSHA}at+xg6SiyUovktq1redipHiJpaE=
            {SSHA}P90+qijSp8MJ1tN25j5o1Pf=UvlqjXHOGeOckw==
            {SHA}at+xg6SiyUovktq1redipHiJpaE=
            {CRYPT}ab1Hv2Lg7ltQo
            $6$saltstring$5B8vYYiY.CVt1RlTTf8KbXBH3hsxY/GNooZaBBGWEc8
            $6$saltstring$
            $P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L
            $P$.IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0
            md5$$88a434c88cca4e900f7874cd98123f43
            {SMD5}UjFY34os/pnZQ3oQOzjqGg==
            """;

    static Stream<String> noHashes() {
        return Stream.concat(Stream.of("", " "), NO_HASHES.lines());
    }

    @ParameterizedTest
    @MethodSource("noHashes")
    void whatIsNoHashIsRefusedAndNotQuoted(String hash) {
        assertThatThrownBy(() -> ForeignHashes.read(hash)).isInstanceOfSatisfying(UnusableHashException.class, e -> {
            assertThat(e.isTooCostly()).isFalse();
            assertThat(hash.length() < 20 || !e.getMessage().contains(hash.substring(hash.length() - 12)))
                    .isTrue();
        });
    }

    /** No text makes anything but a hash or the exception that a reject is made of. */
    @Test
    void changedHashesAreReadOrRefused() {
        Random random = new Random(1);
        List<Published> all = published().toList();
        String digits = "$,=:{}AZaz09./+\u00e8\u0000 ";
        IntStream.range(0, 20_000).forEach(i -> {
            StringBuilder changed = new StringBuilder(all.get(i % all.size()).hash);
            for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
                int at = random.nextInt(Math.max(1, changed.length()));
                switch (random.nextInt(3)) {
                    case 0 -> changed.deleteCharAt(at);
                    case 1 -> changed.insert(at, digits.charAt(random.nextInt(digits.length())));
                    default -> changed.setCharAt(at, digits.charAt(random.nextInt(digits.length())));
                }
            }
            try {
                ForeignHash hash = ForeignHashes.read(changed.toString());
                assertThat(hash.memory()).isLessThanOrEqualTo(Scrypt.MAX_MEMORY * 2);
                assertThat(hash.cost()).isPositive();
            } catch (UnusableHashException e) {
                assertThat(e.getMessage()).isNotBlank();
            }
        });
    }
}
