// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import java.io.IOException;
import java.util.Set;
import org.keycloak.credential.CredentialModel;
import org.keycloak.models.credential.OTPCredentialModel;
import org.keycloak.models.credential.dto.OTPCredentialData;
import org.keycloak.models.credential.dto.OTPSecretData;
import org.keycloak.models.utils.Base32;
import org.keycloak.util.JsonSerialization;

/**
 * Seeds of one-time passwords: {@code {"type":"otp","seed":"JBSW…"}} or {@code {"type":"otp","otpauth":"otpauth://…"}}.
 */
final class OtpSeeds implements ForeignForm {

    /** How the key is stored, whatever its encoding in the record. */
    private static final String ENCODING = OTPCredentialModel.SecretEncoding.BASE32.name();

    private static final Set<String> TYPES =
            Set.of(OTPCredentialModel.TYPE, OTPCredentialModel.TOTP, OTPCredentialModel.HOTP);

    @Override
    public String field(UserCredential given) {
        if (given.getOtpauth() != null) {
            return OtpSeed.URI_FIELD;
        }
        return given.getSeed() == null ? null : OtpSeed.KEY_FIELD;
    }

    @Override
    public void convert(UserCredential given, UserRecord user, CredentialModel model)
            throws UnusableCredentialException {
        if (given.getType() == null || !TYPES.contains(given.getType())) {
            throw UnusableCredentialException.invalid(
                    field(given), "Only a credential of type `otp` can have `" + field(given) + "`");
        }
        if (given.getSeed() != null && given.getOtpauth() != null) {
            throw UnusableCredentialException.invalid(
                    OtpSeed.URI_FIELD, "A credential cannot have both `otpauth` and `seed`");
        }
        OtpSeed seed = given.getSeed() == null ? OtpSeed.ofUri(given) : OtpSeed.ofKey(given);
        try {
            model.setType(OTPCredentialModel.TYPE);
            model.setCredentialData(JsonSerialization.writeValueAsString(new OTPCredentialData(
                    seed.type(), seed.digits(), seed.counter(), seed.period(), seed.algorithm(), ENCODING)));
            model.setSecretData(JsonSerialization.writeValueAsString(new OTPSecretData(Base32.encode(seed.key()))));
        } catch (IOException e) {
            throw new IllegalStateException("Strings and numbers can be written as JSON", e);
        }
    }
}
