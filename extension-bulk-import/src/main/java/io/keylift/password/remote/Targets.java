// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jboss.logging.Logger;

/** The old systems that the options name. */
final class Targets implements AutoCloseable {

    static final String TARGETS = "targets";

    private static final Logger LOG = Logger.getLogger(Targets.class);

    /** Without a hyphen, a name and the option after it cannot be mixed up. */
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]{0,31}");

    /** Bytes of the key of a signature. */
    private static final int MIN_KEY = 16;

    private static final int DEFAULT_MILLIS = 5_000;

    /** Unless there are few connections or threads: each question and each request that waits has one of both. */
    private static final int DEFAULT_QUESTIONS = 16;

    /** Share of these that the questions take; as many requests may wait. */
    private static final int SHARE = 8;

    private static final int DEFAULT_WRONG_PASSWORDS = 5;
    private static final int DEFAULT_WINDOW_MINUTES = 15;
    private static final int DEFAULT_FAILURES = 5;
    private static final int DEFAULT_PAUSE_SECONDS = 10;

    private final Map<String, Target> byName = new LinkedHashMap<>();
    private final AtomicBoolean hasWarned = new AtomicBoolean();

    /**
     * @param given returns the configured value of an option, or {@code null}
     * @param requests that Keycloak can serve at a time, by its threads and its connections to the database
     */
    Targets(UnaryOperator<String> given, int requests, MeterRegistry registry) {
        String names = given.apply(TARGETS);
        if (names == null || names.isBlank()) {
            return;
        }
        String[] all = names.split(",");
        int questions = questions(requests, all.length);
        for (String name : all) {
            String target = name.strip();
            if (!NAME.matcher(target).matches() || byName.containsKey(target)) {
                throw new IllegalArgumentException("Option " + RemoteOptions.PREFIX + TARGETS
                        + " must have different names of lower-case letters and digits, separated by commas");
            }
            byName.put(target, target(target, new RemoteOptions(given, target), questions, registry));
        }
    }

    /** How many questions an old system is asked at a time by default. */
    static int questions(int requests, int systems) {
        return Math.max(1, Math.min(DEFAULT_QUESTIONS, requests / SHARE / systems));
    }

    /** The old system that the users of a realm can have, or {@code null}. */
    Target of(RealmKey realm, String name) {
        Target target = byName.get(name);
        return target != null && target.isOf(realm) ? target : null;
    }

    /** Names of the old systems that the users of a realm can have. */
    List<String> of(RealmKey realm) {
        return byName.entrySet().stream()
                .filter(target -> target.getValue().isOf(realm))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Warns once of users whose old system is not among them. */
    void miss(RealmKey realm) {
        if (hasWarned.compareAndSet(false, true)) {
            LOG.warnf(
                    "A user of realm %s has a password of an old system that the options do not have for it. Further"
                            + " ones are not logged.",
                    realm.name());
        }
    }

    Iterable<Secret> secrets() {
        return byName.values().stream().map(Target::secret).toList();
    }

    private static Target target(String name, RemoteOptions options, int questions, MeterRegistry registry) {
        Duration limit = Duration.ofMillis(options.number("timeout-millis", DEFAULT_MILLIS, 100, 60_000));
        Target.Limits limits = new Target.Limits(
                limit,
                options.number("max-questions", questions, 1, 1000),
                options.number("max-wrong-passwords", DEFAULT_WRONG_PASSWORDS, 1, 1000),
                Duration.ofMinutes(options.number("wrong-password-minutes", DEFAULT_WINDOW_MINUTES, 1, 10_080)),
                options.number("breaker-failures", DEFAULT_FAILURES, 1, 1000),
                Duration.ofSeconds(options.number("breaker-seconds", DEFAULT_PAUSE_SECONDS, 1, 3600)));
        Secret secret = options.secret();
        OldSystem system = system(options, secret, limit);
        Realms realms = Realms.of(options.list("realms"), options.list("realm-ids"));
        return new Target(name, realms, secret, system, limits, registry);
    }

    private static OldSystem system(RemoteOptions options, Secret secret, Duration limit) {
        String protocol = options.required("protocol");
        return switch (protocol) {
            case "webhook" -> webhook(options, secret, limit);
            case "oauth" -> {
                String authentication = options.text("client-auth");
                if (authentication != null && !List.of("basic", "post").contains(authentication)) {
                    throw options.bad("client-auth", "must be basic or post");
                }
                yield new PasswordGrant(
                        new HttpsCalls(options.address("url", "https"), limit),
                        options.required("client-id"),
                        secret,
                        "post".equals(authentication),
                        options.text("scope"));
            }
            case "cognito" ->
                new Cognito(
                        new HttpsCalls(options.address("url", "https"), limit), options.required("client-id"), secret);
            case "ldap" -> ldap(options, secret, limit);
            default -> throw options.bad("protocol", "must be webhook, oauth, cognito or ldap");
        };
    }

    private static OldSystem webhook(RemoteOptions options, Secret key, Duration limit) {
        if (!key.isGiven()) {
            throw options.bad("secret-file", "or `secret-vault` is missing: it has the key of the signature");
        }
        if (!key.requireLength(MIN_KEY)) {
            throw options.bad("secret-file", "must have a key of at least " + MIN_KEY + " bytes");
        }
        return new Webhook(new HttpsCalls(options.address("url", "https"), limit), key, Clock.systemUTC());
    }

    private static OldSystem ldap(RemoteOptions options, Secret secret, Duration limit) {
        boolean startTls = options.truth("start-tls");
        var address = options.address("url", startTls ? "ldap" : "ldaps");
        String template = options.text("user-dn");
        if (template != null) {
            requireLogin(options, "user-dn", template);
            return new LdapBind(address, limit, startTls, new LdapBind.EntryName.Template(template));
        }
        String filter = options.required("search-filter");
        requireLogin(options, "search-filter", filter);
        String bindDn = options.text("bind-dn");
        if (bindDn != null && !secret.isGiven()) {
            throw options.bad("secret-file", "or `secret-vault` is missing: it has the password of `bind-dn`");
        }
        return new LdapBind(
                address,
                limit,
                startTls,
                new LdapBind.EntryName.Search(options.required("search-base"), filter, bindDn, secret));
    }

    private static void requireLogin(RemoteOptions options, String option, String value) {
        if (!value.contains(LdapBind.LOGIN)) {
            throw options.bad(option, "must have " + LdapBind.LOGIN + " in the place of the user's name");
        }
    }

    @Override
    public void close() {
        byName.values().forEach(Target::close);
    }
}
