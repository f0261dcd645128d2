// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.outbound;

import io.keylift.metrics.FailSafe;
import io.keylift.metrics.ReplacingFactory;
import io.keylift.metrics.TimedCalls;
import io.keylift.metrics.request.Phase;
import io.keylift.metrics.request.RequestTracker;
import org.keycloak.email.EmailSenderProvider;
import org.keycloak.email.EmailSenderProviderFactory;

/** Keycloak's {@code default} sender of mail, timed. */
public final class TimedEmailSenderFactory extends ReplacingFactory<EmailSenderProvider>
        implements EmailSenderProviderFactory {

    private static final String ID = "default";

    public TimedEmailSenderFactory() {
        super(
                ID,
                EmailSenderProviderFactory.class,
                "org.keycloak.email.DefaultEmailSenderProviderFactory",
                "sending of mail");
    }

    @Override
    protected EmailSenderProvider timed(EmailSenderProvider sender, RequestTracker tracker, FailSafe failSafe) {
        return new TimedEmailSender(sender, new TimedCalls(Phase.SMTP, tracker::current, failSafe));
    }
}
