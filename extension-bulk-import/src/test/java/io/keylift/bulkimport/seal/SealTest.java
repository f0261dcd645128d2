// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SealTest {

    private static final byte[] VALUE = "{\"value\":\"correct horse\"}".getBytes(StandardCharsets.UTF_8);
    private static final String OLD = key('o');
    private static final String NEW = key('n');

    private final Seal seal = SealingKeys.parse(OLD).forJob("job");

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 15, 16, 17, 100_000})
    void whatIsSealedOpensAgain(int length) {
        byte[] value = new byte[length];

        assertThat(seal.open(seal.seal(value, "place"), "place")).isEqualTo(value);
    }

    @Test
    void law9_aSealedValueShowsNothingOfTheValue_norThatTwoAreEqual() {
        byte[] one = seal.seal(VALUE, "place");
        byte[] two = seal.seal(VALUE, "place");

        assertThat(new String(one, StandardCharsets.ISO_8859_1)).doesNotContain("horse");
        assertThat(tail(one)).doesNotContain(tail(two));
    }

    @Test
    void aValueWithAnyByteChangedDoesNotOpen() {
        byte[] sealed = seal.seal(VALUE, "place");

        for (int i : IntStream.range(0, sealed.length).toArray()) {
            byte[] changed = sealed.clone();
            changed[i] ^= 1;
            assertThatThrownBy(() -> seal.open(changed, "place"))
                    .as("byte %d", i)
                    .isInstanceOf(SealException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 9, 36})
    void theBeginningOfAValueDoesNotOpen(int length) {
        byte[] beginning = Arrays.copyOf(seal.seal(VALUE, "place"), length);

        assertThatThrownBy(() -> seal.open(beginning, "place")).isInstanceOf(SealException.class);
    }

    @Test
    void aValueOfAnotherPlaceOrJobDoesNotOpen() {
        byte[] sealed = seal.seal(VALUE, "deferred 1");

        assertThatThrownBy(() -> seal.open(sealed, "deferred 2"))
                .isInstanceOf(SealException.class)
                .hasMessageContaining("belongs to another place than deferred 2");
        Seal other = SealingKeys.parse(OLD).forJob("another");
        assertThatThrownBy(() -> other.open(sealed, "deferred 1")).isInstanceOf(SealException.class);
    }

    @Test
    void anotherKeyIsNamed() {
        byte[] sealed = seal.seal(VALUE, "place");

        for (SealingKeys keys : new SealingKeys[] {SealingKeys.parse(NEW), SealingKeys.temporary()}) {
            assertThatThrownBy(() -> keys.forJob("job").open(sealed, "place"))
                    .isInstanceOf(SealException.class)
                    .hasMessageContaining("under key ")
                    .hasMessageContaining("which this node does not have");
        }
        assertThatThrownBy(() -> seal.open(VALUE, "place")).hasMessageContaining("is not encrypted");
    }

    @Test
    void afterARotationTheFirstKeySeals_andTheOthersStillOpen() {
        byte[] sealed = seal.seal(VALUE, "place");
        Seal rotated = SealingKeys.parse(NEW + "\n" + OLD + "\n").forJob("job");

        assertThat(rotated.open(sealed, "place")).isEqualTo(VALUE);
        byte[] again = rotated.seal(VALUE, "place");
        assertThat(SealingKeys.parse(NEW).forJob("job").open(again, "place")).isEqualTo(VALUE);
        assertThatThrownBy(() -> seal.open(again, "place")).isInstanceOf(SealException.class);
    }

    @Test
    void temporaryKeysDiffer() {
        byte[] sealed = SealingKeys.temporary().forJob("job").seal(VALUE, "place");

        assertThatThrownBy(() -> SealingKeys.temporary().forJob("job").open(sealed, "place"))
                .isInstanceOf(SealException.class);
    }

    @Test
    void aBadKeyIsRefusedWithoutBeingQuoted() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SealingKeys.parse(" \n"))
                .withMessage("it has no key");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SealingKeys.parse(OLD + "\nc2hvcnQ="))
                .withMessage("line 2 has 5 bytes");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SealingKeys.parse("my secret!"))
                .withMessage("line 1 is not Base64")
                .withNoCause();
    }

    private static String tail(byte[] sealed) {
        return new String(sealed, 9, sealed.length - 9, StandardCharsets.ISO_8859_1);
    }

    private static String key(char letter) {
        return Base64.getEncoder()
                .encodeToString(String.valueOf(letter).repeat(32).getBytes(StandardCharsets.UTF_8));
    }
}
