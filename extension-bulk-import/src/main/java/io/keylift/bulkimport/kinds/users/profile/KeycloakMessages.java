// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users.profile;

import io.keylift.bulkimport.kind.spi.ImportContext;
import java.io.IOException;
import java.text.MessageFormat;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import org.keycloak.models.KeycloakSession;
import org.keycloak.theme.Theme;

/** Keycloak's own English texts for the keys of its validators and password policies. Read at first use. */
public final class KeycloakMessages {

    /** Later types take precedence: their texts are written for administrators. */
    private static final List<Theme.Type> TYPES = List.of(Theme.Type.LOGIN, Theme.Type.ACCOUNT, Theme.Type.ADMIN);

    private Properties texts;

    public static KeycloakMessages of(ImportContext context) {
        return context.shared(KeycloakMessages.class, KeycloakMessages::new);
    }

    public String format(KeycloakSession session, String key, Object... parameters) {
        String text = load(session).getProperty(key);
        if (text == null) {
            return key; // a validator's own text, or one that only another theme has
        }
        try {
            return new MessageFormat(text, Locale.ENGLISH).format(parameters);
        } catch (IllegalArgumentException e) {
            return text;
        }
    }

    private synchronized Properties load(KeycloakSession session) {
        if (texts == null) {
            Properties loaded = new Properties();
            for (Theme.Type type : TYPES) {
                try {
                    loaded.putAll(session.theme().getTheme("base", type).getMessages(Locale.ENGLISH));
                } catch (IOException e) {
                    // Without these texts, messages show the key.
                    continue;
                }
            }
            texts = loaded;
        }
        return texts;
    }
}
