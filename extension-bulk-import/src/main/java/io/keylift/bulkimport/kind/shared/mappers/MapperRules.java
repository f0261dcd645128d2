// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.mappers;

import static io.keylift.request.Pointers.to;

import io.keylift.bulkimport.job.IdMode;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.TextRules;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.jpa.entities.ProtocolMapperEntity;
import org.keycloak.protocol.ProtocolMapper;
import org.keycloak.representations.idm.ProtocolMapperRepresentation;

/** Rules for the protocol mappers of a record that need no look-up. */
public final class MapperRules {

    private final KeycloakSession session;
    private final boolean strictIds;

    public MapperRules(ImportContext context) {
        session = context.session();
        strictIds = context.spec().ids() == IdMode.STRICT;
    }

    public void check(Item<?> item, List<ProtocolMapperRepresentation> mappers) {
        Set<List<String>> names = new HashSet<>();
        Set<String> ids = new HashSet<>();
        for (int i = 0; mappers != null && i < mappers.size(); i++) {
            ProtocolMapperRepresentation mapper = mappers.get(i);
            String pointer = to("/protocolMappers", i);
            if (mapper == null) {
                item.reject(RejectCode.MISSING, pointer, "The protocol mapper is missing");
            } else if (checkTexts(item, pointer, mapper) && !names.add(key(mapper))) {
                item.reject(
                        RejectCode.INVALID,
                        pointer + "/name",
                        "An earlier protocol mapper of the record has this protocol and name");
            } else if (!strictIds && !ids.add(mapper.getId())) {
                mapper.setId(null);
            }
        }
    }

    /** Key of a mapper among those of its client or client scope. */
    public static List<String> key(ProtocolMapperRepresentation mapper) {
        return List.of(mapper.getProtocol(), mapper.getName());
    }

    /** Key of a stored mapper. */
    public static List<String> key(ProtocolMapperEntity mapper) {
        return List.of(mapper.getProtocol(), mapper.getName());
    }

    private boolean checkTexts(Item<?> item, String pointer, ProtocolMapperRepresentation mapper) {
        TextRules.checkId(item, mapper.getId(), pointer + "/id");
        checkName(item, pointer + "/name", mapper.getName());
        checkName(item, pointer + "/protocol", mapper.getProtocol());
        checkName(item, pointer + "/protocolMapper", mapper.getProtocolMapper());
        if (mapper.getConfig() != null) {
            mapper.getConfig().forEach((name, value) -> {
                TextRules.check(item, name, TextRules.NAME, to(pointer + "/config", name));
                TextRules.check(item, value, to(pointer + "/config", name));
            });
        }
        if (!item.isRejected()
                && session.getKeycloakSessionFactory()
                                .getProviderFactory(ProtocolMapper.class, mapper.getProtocolMapper())
                        == null) {
            item.reject(
                    RejectCode.INVALID, pointer + "/protocolMapper", "The server has no protocol mapper of this type");
        }
        return !item.isRejected();
    }

    private static void checkName(Item<?> item, String pointer, String name) {
        if (name == null || name.isBlank()) {
            item.reject(RejectCode.MISSING, pointer, "A protocol mapper requires a name, a protocol and a type");
        }
        TextRules.check(item, name, TextRules.NAME, pointer);
    }
}
