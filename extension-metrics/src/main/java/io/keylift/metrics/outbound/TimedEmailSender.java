// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.outbound;

import io.keylift.metrics.TimedCalls;
import java.util.Map;
import org.keycloak.email.EmailException;
import org.keycloak.email.EmailSenderProvider;
import org.keycloak.models.UserModel;

/** Delegates to another sender and times each mail. */
final class TimedEmailSender implements EmailSenderProvider {

    private final EmailSenderProvider sender;
    private final TimedCalls calls;

    TimedEmailSender(EmailSenderProvider sender, TimedCalls calls) {
        this.sender = sender;
        this.calls = calls;
    }

    @Override
    public void send(Map<String, String> config, UserModel user, String subject, String text, String html)
            throws EmailException {
        calls.run(() -> sender.send(config, user, subject, text, html));
    }

    @Override
    public void send(Map<String, String> config, String address, String subject, String text, String html)
            throws EmailException {
        calls.run(() -> sender.send(config, address, subject, text, html));
    }

    @Override
    public void validate(Map<String, String> config) throws EmailException {
        calls.run(() -> sender.validate(config));
    }

    @Override
    public void close() {
        sender.close();
    }
}
