// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.unboundid.asn1.ASN1StreamReader;
import com.unboundid.ldap.listener.InMemoryDirectoryServer;
import com.unboundid.ldap.listener.InMemoryDirectoryServerConfig;
import com.unboundid.ldap.listener.InMemoryListenerConfig;
import com.unboundid.ldap.listener.interceptor.InMemoryInterceptedSimpleBindRequest;
import com.unboundid.ldap.listener.interceptor.InMemoryOperationInterceptor;
import com.unboundid.ldap.protocol.ExtendedResponseProtocolOp;
import com.unboundid.ldap.protocol.LDAPMessage;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.OperationType;
import com.unboundid.ldap.sdk.ResultCode;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Binds at a real directory, by LDAPS and after StartTLS. */
@ResourceLock(TrustedLocalhost.DEFAULT)
class LdapBindTest {

    @RegisterExtension
    static final TrustedLocalhost TLS = new TrustedLocalhost();

    private static final String PEOPLE = "ou=people,dc=example,dc=org";
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final int GIVES_UP_MILLIS = 5_000;
    private static final LdapBind.EntryName TEMPLATE = new LdapBind.EntryName.Template("uid={login}," + PEOPLE);
    private static final LdapBind.EntryName SEARCH =
            new LdapBind.EntryName.Search(PEOPLE, "(uid={login})", "cn=app", Secret.of("app-secret"));

    private static InMemoryDirectoryServer server;

    @BeforeAll
    static void start() throws Exception {
        InMemoryDirectoryServerConfig config = new InMemoryDirectoryServerConfig("dc=example,dc=org");
        config.addAdditionalBindCredentials("cn=app", "app-secret");
        config.setAuthenticationRequiredOperationTypes(OperationType.SEARCH);
        config.setListenerConfigs(
                InMemoryListenerConfig.createLDAPSConfig(
                        "ldaps",
                        InetAddress.getLoopbackAddress(),
                        0,
                        TLS.context().getServerSocketFactory(),
                        TLS.context().getSocketFactory()),
                InMemoryListenerConfig.createLDAPConfig(
                        "start-tls",
                        InetAddress.getLoopbackAddress(),
                        0,
                        TLS.context().getSocketFactory()));
        config.addInMemoryOperationInterceptor(new Refusals());
        server = new InMemoryDirectoryServer(config);
        server.add("dn: dc=example,dc=org", "objectClass: domain", "dc: example");
        server.add("dn: " + PEOPLE, "objectClass: organizationalUnit", "ou: people");
        add("carla", "carla");
        add("a\\,b\\+c", "a,b+c");
        add("twin1", "twin");
        add("twin2", "twin");
        server.startListening();
    }

    /** Refuses entries whose names begin with the number of a result. */
    private static final class Refusals extends InMemoryOperationInterceptor {

        @Override
        public void processSimpleBindRequest(InMemoryInterceptedSimpleBindRequest request) throws LDAPException {
            Matcher refused = Pattern.compile("uid=(\\d+),.*")
                    .matcher(request.getRequest().getBindDN());
            if (refused.matches()) {
                throw new LDAPException(ResultCode.valueOf(Integer.parseInt(refused.group(1))));
            }
        }
    }

    private static void add(String rdn, String uid) throws Exception {
        server.add(
                "dn: cn=" + rdn + "," + PEOPLE,
                "objectClass: inetOrgPerson",
                "cn: " + rdn.replace("\\", ""),
                "sn: x",
                "uid: " + uid,
                "userPassword: right ü");
    }

    @AfterAll
    static void stop() {
        server.shutDown(true);
    }

    private static LdapBind bind(boolean startTls, LdapBind.EntryName name) {
        URI address = URI.create(
                startTls
                        ? "ldap://localhost:" + server.getListenPort("start-tls")
                        : "ldaps://localhost:" + server.getListenPort("ldaps"));
        return new LdapBind(address, LIMIT, startTls, name);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            carla              | right ü | VALID
            CARLA              | right ü | VALID
            carla              | wrong   | WRONG_PASSWORD
            a,b+c              | right ü | VALID
            *                  | right ü | UNKNOWN_USER
            carla)(uid=*       | right ü | UNKNOWN_USER
            nobody             | right ü | UNKNOWN_USER
            """)
    void aSearchFindsTheEntry(String login, String password, Answer answer) throws IOException {
        assertThat(bind(false, SEARCH).ask(login, password)).isEqualTo(answer);
        assertThat(bind(true, SEARCH).ask(login, password)).isEqualTo(answer);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            carla               | right ü | VALID
            carla               | wrong   | WRONG_PASSWORD
            a,b+c               | right ü | VALID
            carla,ou=elsewhere  | right ü | WRONG_PASSWORD
            nobody              | right ü | WRONG_PASSWORD
            """)
    void aTemplateMakesTheName(String login, String password, Answer answer) throws IOException {
        LdapBind.EntryName template = new LdapBind.EntryName.Template("cn={login}," + PEOPLE);

        assertThat(bind(false, template).ask(login, password)).isEqualTo(answer);
        assertThat(bind(true, template).ask(login, password)).isEqualTo(answer);
    }

    @Test
    void severalEntriesOfOneNameAreNone() {
        assertThatThrownBy(() -> bind(false, SEARCH).ask("twin", "right ü"))
                .isInstanceOfSatisfying(
                        NoAnswerException.class, e -> assertThat(e.isOfUser()).isTrue())
                .hasMessageContaining("several entries");
    }

    /** The numbers are those of results: no password, no right, TLS or a stronger method required, busy. */
    @ParameterizedTest
    @CsvSource({"48, true", "50, true", "13, false", "8, false", "51, false"})
    void anEntryThatMustNotBindIsAboutTheUser(String result, boolean ofUser) {
        for (boolean startTls : new boolean[] {false, true}) {
            assertThat(catchThrowableOfType(
                                    NoAnswerException.class,
                                    () -> bind(startTls, TEMPLATE).ask(result, "right ü"))
                            .isOfUser())
                    .isEqualTo(ofUser);
        }
    }

    /** The password of the application is wrong, which says nothing of that of the user. */
    @Test
    void aRefusedApplicationSaysNothingOfTheUser() {
        LdapBind.EntryName refused =
                new LdapBind.EntryName.Search(PEOPLE, "(uid={login})", "cn=app", Secret.of("other"));

        for (boolean startTls : new boolean[] {false, true}) {
            assertThatThrownBy(() -> bind(startTls, refused).ask("carla", "right ü"))
                    .isInstanceOf(NoAnswerException.class)
                    .hasMessageNotContaining("carla");
        }
    }

    /** The plain port stands for a directory without TLS. */
    @Test
    void nothingIsSentWithoutTls() {
        URI plain = URI.create("ldaps://localhost:" + server.getListenPort("start-tls"));

        assertThatThrownBy(() -> new LdapBind(plain, LIMIT, false, TEMPLATE).ask("carla", "right ü"))
                .isInstanceOf(NoAnswerException.class);
    }

    @Test
    void nothingIsSentToAnotherName() {
        for (String name : new String[] {"start-tls", "ldaps"}) {
            boolean startTls = name.equals("start-tls");
            URI other = URI.create((startTls ? "ldap" : "ldaps") + "://127.0.0.1:" + server.getListenPort(name));

            assertThatThrownBy(() -> new LdapBind(other, LIMIT, startTls, TEMPLATE).ask("carla", "right ü"))
                    .isInstanceOf(NoAnswerException.class);
        }
    }

    @Test
    void aDirectoryThatDoesNotAnswerIsSlow() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            URI address = URI.create("ldap://localhost:" + silent.getLocalPort());
            LdapBind bind = new LdapBind(address, Duration.ofMillis(300), true, TEMPLATE);

            assertThat(catchThrowableOfType(NoAnswerException.class, () -> bind.ask("carla", "right ü"))
                            .isSlow())
                    .isTrue();
        }
    }

    /** JNDI has no limit for the handshake, and the thread of the question would wait until the directory ends it. */
    @Test
    void aDirectoryThatStallsInTheHandshakeIsSlow() throws Exception {
        try (ServerSocket stalling = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            Thread directory = new Thread(() -> acceptStartTls(stalling));
            directory.start();
            URI address = URI.create("ldap://localhost:" + stalling.getLocalPort());
            LdapBind bind = new LdapBind(address, Duration.ofMillis(300), true, TEMPLATE);

            assertThat(catchThrowableOfType(NoAnswerException.class, () -> bind.ask("carla", "right ü"))
                            .isSlow())
                    .isTrue();
            directory.join();
        }
    }

    /** Agrees to StartTLS, says nothing more, and gives up after a while. */
    private static void acceptStartTls(ServerSocket port) {
        try (Socket socket = port.accept()) {
            ASN1StreamReader in = new ASN1StreamReader(socket.getInputStream());
            LDAPMessage request = LDAPMessage.readFrom(in, false);
            LDAPMessage agreed = new LDAPMessage(
                    request.getMessageID(), new ExtendedResponseProtocolOp(0, null, null, null, null, null));
            socket.getOutputStream().write(agreed.encode().encode());
            socket.setSoTimeout(GIVES_UP_MILLIS);
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (SocketTimeoutException e) {
            // The question had no limit.
        } catch (IOException | LDAPException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aDirectoryThatIsGoneIsAway() throws IOException {
        ServerSocket gone = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        gone.close();
        URI address = URI.create("ldaps://localhost:" + gone.getLocalPort());
        LdapBind bind = new LdapBind(address, LIMIT, false, TEMPLATE);

        NoAnswerException away = catchThrowableOfType(NoAnswerException.class, () -> bind.ask("carla", "right ü"));

        assertThat(away.isSlow()).isFalse();
        assertThat(away).hasMessageContaining("CommunicationException");
    }
}
