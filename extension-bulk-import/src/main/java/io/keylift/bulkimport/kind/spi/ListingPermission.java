// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import jakarta.persistence.EntityManager;
import jakarta.persistence.TypedQuery;
import jakarta.persistence.criteria.Path;
import jakarta.persistence.criteria.Predicate;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.Session;
import org.hibernate.query.criteria.HibernateCriteriaBuilder;
import org.hibernate.query.criteria.JpaCriteriaQuery;
import org.keycloak.Token;
import org.keycloak.authorization.fgap.AdminPermissionsSchema;
import org.keycloak.authorization.fgap.evaluation.partial.PartialEvaluationStorageProvider;
import org.keycloak.models.KeycloakContext;
import org.keycloak.models.KeycloakSession;
import org.keycloak.representations.AccessToken;
import org.keycloak.representations.idm.authorization.ResourceType;
import org.keycloak.services.resources.admin.AdminAuth;
import org.keycloak.storage.UserStoragePrivateUtil;

/**
 * Conditions by which Keycloak's own lists leave out objects that a caller with fine-grained permissions may not view.
 * With them, the database finds the few objects of such a caller among millions, in a time that does not depend on the
 * others.
 *
 * @param type type of the objects
 * @param property property of the first entity of a query that is the object; {@code null} for the entity itself
 */
record ListingPermission(ResourceType type, String property) {

    /** Keycloak keeps a decision on groups for users as one on groups, although it asks for another permission. */
    private static final String KEPT_DECISIONS = "kc.authz.fgap.partial.evaluation.cache";

    /** Whether the realm has fine-grained permissions that limit the caller. */
    static boolean areLimited(ReadContext context) {
        return !context.seesAll() && AdminPermissionsSchema.SCHEMA.isAdminPermissionsEnabled(context.realm());
    }

    /** Returns the query with these conditions added. */
    TypedQuery<Object[]> query(ReadContext context, String jpql) {
        EntityManager em = context.entityManager();
        HibernateCriteriaBuilder builder = em.unwrap(Session.class).getCriteriaBuilder();
        JpaCriteriaQuery<Object[]> query = builder.createQuery(jpql, Object[].class);
        Path<?> root = query.getRootList().get(0);
        List<Predicate> conditions = conditions(context, builder, query, property == null ? root : root.get(property));
        if (conditions.isEmpty()) {
            return em.createQuery(jpql, Object[].class);
        }
        conditions.add(query.getRestriction());
        return em.createQuery(query.where(conditions.toArray(Predicate[]::new)));
    }

    private List<Predicate> conditions(
            ReadContext context, HibernateCriteriaBuilder builder, JpaCriteriaQuery<?> query, Path<?> object) {
        KeycloakSession session = context.session();
        KeycloakContext keycloak = session.getContext();
        Token before = keycloak.getBearerToken();
        keycloak.setBearerToken(token(context.permissions().adminAuth()));
        session.removeAttribute(KEPT_DECISIONS);
        try {
            return new ArrayList<>(AdminPermissionsSchema.SCHEMA.applyAuthorizationFilters(
                    session, type, storage(session), context.realm(), builder, query, object));
        } finally {
            keycloak.setBearerToken(before);
            session.removeAttribute(KEPT_DECISIONS);
        }
    }

    /** The provider that selects users by their groups; {@code null} for other types. */
    private PartialEvaluationStorageProvider storage(KeycloakSession session) {
        return type.equals(AdminPermissionsSchema.USERS)
                        && UserStoragePrivateUtil.userLocalStorage(session)
                                instanceof PartialEvaluationStorageProvider users
                ? users
                : null;
    }

    /** Keycloak identifies the caller by these two claims. */
    private static Token token(AdminAuth caller) {
        AccessToken token = new AccessToken();
        token.issuer("/" + caller.getRealm().getName());
        token.subject(caller.getUser().getId());
        return token;
    }
}
