// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;
import org.keycloak.representations.idm.CredentialRepresentation;

/**
 * Keycloak's representation of a credential, or a credential as other systems export it: a password hash, the seed of
 * one-time passwords, or the public key of a WebAuthn authenticator; or the name of an old system that verifies the
 * password.
 */
@JsonIgnoreProperties(ignoreUnknown = false)
public class UserCredential extends CredentialRepresentation {

    private String hash;
    private String seed;
    private String seedEncoding;
    private String otpauth;
    private String credentialId;
    private String publicKey;
    private Long signCount;
    private String aaguid;
    private List<String> transports;
    private String remote;
    private String login;

    public String getHash() {
        return hash;
    }

    public void setHash(String hash) {
        this.hash = hash;
    }

    public String getSeed() {
        return seed;
    }

    public void setSeed(String seed) {
        this.seed = seed;
    }

    public String getSeedEncoding() {
        return seedEncoding;
    }

    public void setSeedEncoding(String seedEncoding) {
        this.seedEncoding = seedEncoding;
    }

    public String getOtpauth() {
        return otpauth;
    }

    public void setOtpauth(String otpauth) {
        this.otpauth = otpauth;
    }

    public String getCredentialId() {
        return credentialId;
    }

    public void setCredentialId(String credentialId) {
        this.credentialId = credentialId;
    }

    public String getPublicKey() {
        return publicKey;
    }

    public void setPublicKey(String publicKey) {
        this.publicKey = publicKey;
    }

    public Long getSignCount() {
        return signCount;
    }

    public void setSignCount(Long signCount) {
        this.signCount = signCount;
    }

    public String getAaguid() {
        return aaguid;
    }

    public void setAaguid(String aaguid) {
        this.aaguid = aaguid;
    }

    public List<String> getTransports() {
        return transports;
    }

    public void setTransports(List<String> transports) {
        this.transports = transports;
    }

    public String getRemote() {
        return remote;
    }

    public void setRemote(String remote) {
        this.remote = remote;
    }

    public String getLogin() {
        return login;
    }

    public void setLogin(String login) {
        this.login = login;
    }
}
