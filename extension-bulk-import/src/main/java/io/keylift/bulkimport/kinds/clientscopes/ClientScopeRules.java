// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clientscopes;

import static io.keylift.request.Pointers.to;

import io.keylift.bulkimport.kind.shared.mappers.MapperRules;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.TextRules;
import java.util.Map;
import java.util.regex.Pattern;
import org.keycloak.models.ClientScopeModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.protocol.oidc.scope.ParameterizedScopeTypeProvider;
import org.keycloak.utils.RegexUtils;

/** Rules for a client scope that need no look-up. */
final class ClientScopeRules {

    static final String PARAMETERIZED = to("/attributes", ClientScopeModel.IS_PARAMETERIZED_SCOPE);

    /** A scope-token of OAuth 2.0 (RFC 6749). */
    private static final Pattern NAME = Pattern.compile("[\\x21\\x23-\\x5B\\x5D-\\x7E]+");

    private static final int MAX_ATTRIBUTE = 2048;
    private static final int MAX_REGEXP = 512;
    private static final String CUSTOM_TYPE = "custom";

    private final KeycloakSession session;
    private final Protocols protocols;
    private final MapperRules mappers;

    ClientScopeRules(ImportContext context) {
        session = context.session();
        protocols = new Protocols(session, context.realm());
        mappers = new MapperRules(context);
    }

    void check(Item<ClientScopeRecord> item) {
        ClientScopeRecord scope = item.record();
        checkName(item, scope.getName());
        ClientScopeTable.TABLE.check(item);
        checkAttributes(item, scope.getAttributes());
        mappers.check(item, scope.getProtocolMappers());
        checkParameterized(item, scope);
        checkProtocol(item, scope);
    }

    private static void checkName(Item<ClientScopeRecord> item, String name) {
        if (name == null || name.isEmpty()) {
            item.reject(RejectCode.MISSING, "/name", "The name is missing");
        } else if (TextRules.check(item, name, TextRules.NAME, "/name")
                && !NAME.matcher(name).matches()) {
            item.reject(
                    RejectCode.INVALID,
                    "/name",
                    "A client scope's name must have no blanks, quotation marks, backslashes, control characters or"
                            + " characters beyond ASCII");
        }
    }

    private static void checkAttributes(Item<ClientScopeRecord> item, Map<String, String> attributes) {
        if (attributes != null) {
            attributes.forEach((name, value) -> {
                TextRules.check(item, name, TextRules.NAME, to("/attributes", name));
                TextRules.check(item, value, MAX_ATTRIBUTE, to("/attributes", name));
            });
        }
    }

    /** Checks the values of the record only, not those of the stored scope, as Keycloak does. */
    private void checkParameterized(Item<ClientScopeRecord> item, ClientScopeRecord scope) {
        if (!scope.isParameterized()) {
            return;
        }
        String typePointer = to("/attributes", ClientScopeModel.PARAMETERIZED_SCOPE_TYPE);
        String type = scope.getAttributes().get(ClientScopeModel.PARAMETERIZED_SCOPE_TYPE);
        String regexpPointer = to("/attributes", ClientScopeModel.PARAMETERIZED_SCOPE_REGEXP);
        String regexp = scope.getAttributes().get(ClientScopeModel.PARAMETERIZED_SCOPE_REGEXP);
        boolean hasRegexp = regexp != null && !regexp.isEmpty();
        if (type == null || type.isEmpty()) {
            item.reject(RejectCode.MISSING, typePointer, "A parameterized client scope requires a type of parameter");
        } else if (session.getProvider(ParameterizedScopeTypeProvider.class, type) == null) {
            item.reject(RejectCode.INVALID, typePointer, "The server has no type of parameter with this name");
        } else if (CUSTOM_TYPE.equals(type) && !hasRegexp) {
            item.reject(
                    RejectCode.MISSING, regexpPointer, "The type of parameter `custom` requires a regular expression");
        } else if (hasRegexp && !RegexUtils.isValidRegex(regexp, MAX_REGEXP, false)) {
            item.reject(RejectCode.INVALID, regexpPointer, "The regular expression is not valid");
        } else if (scope.getAssignment() == Assignment.DEFAULT) {
            item.reject(RejectCode.INVALID, "/assignment", "A parameterized client scope cannot be a default one");
        }
    }

    private void checkProtocol(Item<ClientScopeRecord> item, ClientScopeRecord scope) {
        String protocol = scope.getProtocol();
        if (protocol == null || item.isRejected()) {
            return;
        }
        if (!protocols.isKnown(protocol)) {
            item.reject(RejectCode.INVALID, "/protocol", "The server has no protocol with this name");
        } else if (!protocols.allows(scope.toRepresentation())) {
            item.reject(
                    RejectCode.INVALID,
                    "/protocol",
                    "The protocol does not allow this client scope. Check its attributes, and whether the realm has the"
                            + " protocol enabled.");
        }
    }
}
