// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import com.unboundid.ldap.listener.InMemoryDirectoryServer;
import com.unboundid.ldap.listener.InMemoryDirectoryServerConfig;
import com.unboundid.ldap.listener.InMemoryListenerConfig;
import com.unboundid.util.LDAPSDKException;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.server.FreePorts;
import io.keylift.it.server.Workspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The old systems of a server, each with the same users: a webhook, a token endpoint, an endpoint like that of Amazon
 * Cognito, and a directory. A further one is gone, and one is that of another realm.
 */
public final class OldSystems implements AutoCloseable {

    /** Names of the old systems that answer. */
    public static final List<String> NAMES = List.of("hook", "grant", "pool", "directory");

    /** Entry of the vault with the key of the signature. */
    public static final String VAULT_ENTRY = "hook";

    /** Wrong passwords of a user that are handed on. */
    public static final int MAX_WRONG_PASSWORDS = 3;

    /** Time limit of a question to the webhook. The others have more: a cold server takes long for its first one. */
    public static final int LIMIT_MILLIS = 3000;

    public static final String KEY = "the key of the webhook";
    private static final String SECRET = "the-secret-of-the-client";
    private static final String OPTION = "spi-password-hashing--keylift-remote--";
    private static final String PEOPLE = "ou=people,dc=example,dc=org";

    private final LocalCertificate certificate = new LocalCertificate();
    private final HttpsServer https;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final InMemoryDirectoryServer directory;
    private final Map<String, String> passwords = new ConcurrentHashMap<>();
    private final List<String> questions = new CopyOnWriteArrayList<>();
    private volatile boolean fails;
    private volatile long delayMillis;

    public OldSystems() {
        try {
            https = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            https.setHttpsConfigurator(new HttpsConfigurator(certificate.context()));
            https.setExecutor(threads);
            https.createContext("/hook", handler(this::webhook));
            https.createContext("/grant", handler(this::grant));
            https.createContext("/pool", handler(this::cognito));
            https.start();
            InMemoryDirectoryServerConfig config = new InMemoryDirectoryServerConfig("dc=example,dc=org");
            config.addAdditionalBindCredentials("cn=keycloak", SECRET);
            config.setListenerConfigs(InMemoryListenerConfig.createLDAPSConfig(
                    "ldaps",
                    InetAddress.getLoopbackAddress(),
                    0,
                    certificate.context().getServerSocketFactory(),
                    certificate.context().getSocketFactory()));
            directory = new InMemoryDirectoryServer(config);
            directory.add("dn: dc=example,dc=org", "objectClass: domain", "dc: example");
            directory.add("dn: " + PEOPLE, "objectClass: organizationalUnit", "ou: people");
            directory.startListening();
        } catch (IOException | LDAPSDKException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Options of {@code kc.sh start}. */
    public Map<String, String> options() {
        try {
            // Servers of tests that run at the same time each have their own certificate.
            Path files = Workspace.directory("old-systems-" + https.getAddress().getPort());
            Path secret = Files.writeString(files.resolve("secret"), SECRET + "\n");
            Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
            Map<String, String> options = new LinkedHashMap<>();
            options.put(
                    "truststore-paths",
                    certificate.write(files.resolve("certificate.pem")).toString());
            options.put(OPTION + "targets", "hook,grant,pool,directory,gone,elsewhere");
            for (String name : NAMES) {
                options.put(OPTION + name + "-timeout-millis", "20000");
                options.put(OPTION + name + "-breaker-failures", "1000");
                options.put(OPTION + name + "-max-wrong-passwords", Integer.toString(MAX_WRONG_PASSWORDS));
                options.put(OPTION + name + "-url", address(name));
                options.put(OPTION + name + "-secret-file", secret.toString());
            }
            options.remove(OPTION + "hook-secret-file");
            options.put(OPTION + "hook-protocol", "webhook");
            options.put(OPTION + "hook-timeout-millis", Integer.toString(LIMIT_MILLIS));
            options.put(OPTION + "hook-secret-vault", VAULT_ENTRY);
            options.put(OPTION + "grant-protocol", "oauth");
            options.put(OPTION + "grant-client-id", "keycloak");
            options.put(OPTION + "pool-protocol", "cognito");
            options.put(OPTION + "pool-client-id", "keycloak");
            options.put(OPTION + "directory-protocol", "ldap");
            options.put(OPTION + "directory-url", "ldaps://localhost:" + directory.getListenPort());
            options.put(OPTION + "directory-search-base", PEOPLE);
            options.put(OPTION + "directory-search-filter", "(uid={login})");
            options.put(OPTION + "directory-bind-dn", "cn=keycloak");
            for (String name : List.of("gone", "elsewhere")) {
                options.put(OPTION + name + "-protocol", "cognito");
                options.put(OPTION + name + "-client-id", "keycloak");
                options.put(OPTION + name + "-url", "https://localhost:" + FreePorts.next() + "/");
            }
            options.put(OPTION + "elsewhere-realms", "elsewhere");
            return options;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String address(String path) {
        return "https://localhost:" + https.getAddress().getPort() + "/" + path;
    }

    /** Adds a user to all of them. */
    public void add(String login, String password) {
        passwords.put(login, password);
        try {
            directory.add(
                    "dn: uid=" + login + "," + PEOPLE,
                    "objectClass: inetOrgPerson",
                    "uid: " + login,
                    "cn: " + login,
                    "sn: of the directory",
                    "userPassword: " + password);
        } catch (LDAPSDKException e) {
            throw new IllegalStateException(e);
        }
    }

    /** How often those by HTTPS were asked for a user. */
    public long questions(String login) {
        return questions.stream().filter(login::equals).count();
    }

    /** Whether those by HTTPS answer with an error. */
    public void fail(boolean now) {
        fails = now;
    }

    /** How long those by HTTPS take for an answer. */
    public void delay(long millis) {
        delayMillis = millis;
    }

    private record Reply(int status, String body) {}

    /** The answer of an endpoint to a request with this body. */
    @FunctionalInterface
    private interface Endpoint {
        Reply answer(HttpExchange exchange, String body) throws IOException;
    }

    private HttpHandler handler(Endpoint endpoint) {
        return exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            Reply reply = endpoint.answer(exchange, body);
            CompletableFuture.delayedExecutor(delayMillis, TimeUnit.MILLISECONDS, threads)
                    .execute(() -> send(exchange, reply));
        };
    }

    private void send(HttpExchange exchange, Reply reply) {
        byte[] answer = reply.body().getBytes(StandardCharsets.UTF_8);
        try (exchange) {
            exchange.sendResponseHeaders(fails ? 503 : reply.status(), answer.length == 0 ? -1 : answer.length);
            exchange.getResponseBody().write(answer);
        } catch (IOException e) {
            // Keycloak has not waited for it.
        }
    }

    private boolean isRight(String login, String password) {
        questions.add(login);
        return password.equals(passwords.get(login));
    }

    private Reply webhook(HttpExchange exchange, String body) {
        String timestamp = exchange.getRequestHeaders().getFirst("Keylift-Timestamp");
        if (!("v1=" + hmac(timestamp + "." + body))
                .equals(exchange.getRequestHeaders().getFirst("Keylift-Signature"))) {
            return new Reply(403, "");
        }
        JsonNode question = AdminHttp.parse(body);
        String login = question.get("login").asText();
        boolean right = isRight(login, question.get("password").asText());
        int otherwise = passwords.containsKey(login) ? 401 : 404;
        return right ? new Reply(200, "{\"valid\":true}") : new Reply(otherwise, "");
    }

    private static String hmac(String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(KEY.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private Reply grant(HttpExchange exchange, String body) {
        Map<String, String> form = Arrays.stream(body.split("&"))
                .map(field -> field.split("=", 2))
                .collect(Collectors.toMap(
                        field -> field[0], field -> URLDecoder.decode(field[1], StandardCharsets.UTF_8)));
        return isRight(form.get("username"), form.get("password"))
                ? new Reply(200, "{\"access_token\":\"a-token-of-the-old-system\"}")
                : new Reply(400, "{\"error\":\"invalid_grant\"}");
    }

    private Reply cognito(HttpExchange exchange, String body) {
        JsonNode parameters = AdminHttp.parse(body).get("AuthParameters");
        String login = parameters.get("USERNAME").asText();
        if (isRight(login, parameters.get("PASSWORD").asText())) {
            return new Reply(200, "{\"AuthenticationResult\":{\"AccessToken\":\"a-token-of-the-old-system\"}}");
        }
        return new Reply(
                400,
                "{\"__type\":\"" + (passwords.containsKey(login) ? "NotAuthorizedException" : "UserNotFoundException")
                        + "\"}");
    }

    @Override
    public void close() {
        https.stop(0);
        threads.shutdownNow();
        directory.shutDown(true);
    }
}
