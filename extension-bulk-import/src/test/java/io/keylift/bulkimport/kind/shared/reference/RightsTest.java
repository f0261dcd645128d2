// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.kind.spi.ImportContext;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.keycloak.common.Profile;
import org.keycloak.common.profile.ProfileConfigResolver;
import org.keycloak.models.GroupModel;
import org.keycloak.models.GroupProvider;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.UserProvider;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;
import org.keycloak.services.resources.admin.fgap.GroupPermissionEvaluator;
import org.keycloak.services.resources.admin.fgap.UserPermissionEvaluator;

/** A caller who may manage users and groups in general, but neither this group nor this user. */
class RightsTest {

    @AfterEach
    void defaults() {
        Profile.defaults();
    }

    @Test
    void eachGroupAndUserIsAskedForWithTheFirstVersionOfFineGrainedPermissions() {
        Profile.configure(new FirstVersion());
        ImportContext context = context();
        Rights rights = new Rights();

        assertThat(rights.mayManageGroup(context, "group")).isFalse();
        assertThat(rights.mayJoinGroup(context, "group")).isFalse();
        assertThat(rights.mayManageUser(context, "user")).isFalse();
        assertThat(rights.mayMapRolesTo(context, "user")).isFalse();
        assertThat(rights.mayManageGroupsOf(context, "user")).isFalse();
        assertThat(rights.mayMapRolesTo(context, null)).isTrue();
    }

    @Test
    void oneRightHoldsForAllWithoutFineGrainedPermissions() {
        Profile.defaults();
        ImportContext context = context();
        Rights rights = new Rights();

        assertThat(rights.mayManageGroup(context, "group")).isTrue();
        assertThat(rights.mayJoinGroup(context, "group")).isTrue();
        assertThat(rights.mayManageUser(context, "user")).isTrue();
    }

    /** {@code --features=admin-fine-grained-authz:v1}. */
    private static final class FirstVersion implements ProfileConfigResolver {

        @Override
        public Profile.ProfileName getProfileName() {
            return null;
        }

        @Override
        public FeatureConfig getFeatureConfig(String feature) {
            return feature.equals(Profile.Feature.ADMIN_FINE_GRAINED_AUTHZ.getVersionedKey())
                    ? FeatureConfig.ENABLED
                    : FeatureConfig.UNCONFIGURED;
        }
    }

    private static ImportContext context() {
        GroupPermissionEvaluator groups = answering(GroupPermissionEvaluator.class);
        UserPermissionEvaluator users = answering(UserPermissionEvaluator.class);
        AdminPermissionEvaluator permissions =
                proxy(AdminPermissionEvaluator.class, (self, method, arguments) -> switch (method.getName()) {
                    case "groups" -> groups;
                    case "users" -> users;
                    default -> false;
                });
        GroupProvider someGroup = proxy(
                GroupProvider.class,
                (self, method, arguments) -> proxy(GroupModel.class, (group, of, nothing) -> null));
        UserProvider someUser = proxy(
                UserProvider.class, (self, method, arguments) -> proxy(UserModel.class, (user, of, nothing) -> null));
        KeycloakSession session = proxy(
                KeycloakSession.class,
                (self, method, arguments) -> method.getName().equals("groups") ? someGroup : someUser);
        RealmModel realm = proxy(
                RealmModel.class,
                (self, method, arguments) -> method.getReturnType() == boolean.class ? (Object) false : null);
        return proxy(ImportContext.class, (self, method, arguments) -> switch (method.getName()) {
            case "session" -> session;
            case "realm" -> realm;
            case "permissions" -> permissions;
            case "decisions" -> ((Supplier<?>) arguments[1]).get();
            default -> null;
        });
    }

    /** Answers yes to permissions on all objects, and no to permissions on one. */
    private static <T> T answering(Class<T> type) {
        return proxy(type, (self, method, arguments) -> {
            boolean general = arguments == null;
            return method.getReturnType() == boolean.class ? (Object) general : null;
        });
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(RightsTest.class.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
