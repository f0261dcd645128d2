// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Hashtable;
import java.util.Map;
import javax.naming.AuthenticationException;
import javax.naming.AuthenticationNotSupportedException;
import javax.naming.Context;
import javax.naming.InvalidNameException;
import javax.naming.NameNotFoundException;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;
import javax.naming.NoPermissionException;
import javax.naming.OperationNotSupportedException;
import javax.naming.PartialResultException;
import javax.naming.directory.InvalidAttributeValueException;
import javax.naming.directory.SearchControls;
import javax.naming.directory.SearchResult;
import javax.naming.ldap.InitialLdapContext;
import javax.naming.ldap.LdapContext;
import javax.naming.ldap.Rdn;
import javax.naming.ldap.StartTlsRequest;
import javax.naming.ldap.StartTlsResponse;
import javax.net.ssl.SSLContext;

/**
 * A simple bind at a directory, by LDAPS or after StartTLS. The name of the entry is made from a template, or found by
 * a search as a user of the application. Referrals are not followed, so that a password goes to no other address.
 */
final class LdapBind implements OldSystem {

    /** Where the name of the user goes in a template or in a filter. */
    static final String LOGIN = "{login}";

    /** A directory of Microsoft answers so for a user whom it does not have. */
    private static final String NO_SUCH_USER = " data 525,";

    /** A directory answers so for an entry without a password. Other such refusals are about the connection. */
    private static final String NO_PASSWORD = "error code 48 ";

    private final Hashtable<String, String> environment;
    private final Duration limit;
    private final boolean startTls;
    private final EntryName name;

    /** How the name of an entry is found. */
    sealed interface EntryName {

        /** The name of the entry with the user's name in it. */
        record Template(String text) implements EntryName {}

        /**
         * A search below an entry.
         *
         * @param bindDn name of the application, or {@code null} for an anonymous search
         */
        record Search(String base, String filter, String bindDn, Secret password) implements EntryName {}
    }

    LdapBind(URI address, Duration limit, boolean startTls, EntryName name) {
        this.limit = limit;
        this.startTls = startTls;
        this.name = name;
        String millis = Long.toString(limit.toMillis());
        environment = new Hashtable<>(Map.of(
                Context.INITIAL_CONTEXT_FACTORY,
                "com.sun.jndi.ldap.LdapCtxFactory",
                Context.PROVIDER_URL,
                address.toString(),
                Context.REFERRAL,
                "ignore",
                "com.sun.jndi.ldap.connect.timeout",
                millis,
                "com.sun.jndi.ldap.read.timeout",
                millis,
                "com.sun.jndi.ldap.connect.pool",
                "false"));
        if (!startTls) {
            environment.put("java.naming.ldap.factory.socket", LdapTlsSockets.class.getName());
        }
    }

    @Override
    public Answer ask(String login, String password) throws IOException {
        String dn = name instanceof EntryName.Search search
                ? find(search, login)
                : ((EntryName.Template) name).text().replace(LOGIN, Rdn.escapeValue(login));
        if (dn == null) {
            return Answer.UNKNOWN_USER;
        }
        try {
            bind(dn, password).close();
            return Answer.VALID;
        } catch (NameNotFoundException | InvalidNameException e) {
            return Answer.UNKNOWN_USER;
        } catch (AuthenticationException e) {
            return String.valueOf(e.getMessage()).contains(NO_SUCH_USER) ? Answer.UNKNOWN_USER : Answer.WRONG_PASSWORD;
        } catch (OperationNotSupportedException | InvalidAttributeValueException e) {
            return Answer.WRONG_PASSWORD; // the account is locked, or its password has expired
        } catch (NamingException e) {
            throw isOfEntry(e) ? NoAnswerException.ofUser("The directory does not let the entry bind") : noAnswer(e);
        }
    }

    private static boolean isOfEntry(NamingException failure) {
        return failure instanceof NoPermissionException
                || failure instanceof AuthenticationNotSupportedException
                        && String.valueOf(failure.getMessage()).contains(NO_PASSWORD);
    }

    /** The name of the one entry, or {@code null}. */
    private String find(EntryName.Search search, String login) throws IOException {
        SearchControls controls = new SearchControls();
        controls.setSearchScope(SearchControls.SUBTREE_SCOPE);
        controls.setCountLimit(2);
        controls.setReturningAttributes(new String[] {"1.1"}); // no attributes
        String filter = search.filter().replace(LOGIN, "{0}");
        String bindPassword = search.bindDn() == null ? null : search.password().text();
        try (Connection connection = bind(search.bindDn(), bindPassword)) {
            NamingEnumeration<SearchResult> found =
                    connection.context().search(search.base(), filter, new Object[] {login}, controls);
            try {
                String dn = found.hasMore() ? found.next().getNameInNamespace() : null;
                if (dn != null && hasMore(found)) {
                    throw NoAnswerException.ofUser("The directory has several entries for one name");
                }
                return dn;
            } catch (PartialResultException e) {
                return null; // only referrals are left
            } finally {
                found.close();
            }
        } catch (NamingException e) {
            throw noAnswer(e);
        }
    }

    private static boolean hasMore(NamingEnumeration<SearchResult> found) throws NamingException {
        try {
            return found.hasMore();
        } catch (PartialResultException e) {
            return false;
        }
    }

    /** @param dn name of an entry, or {@code null} for none */
    private Connection bind(String dn, String password) throws NamingException, IOException {
        Hashtable<String, String> all = new Hashtable<>(environment);
        if (!startTls && dn != null) {
            authenticate(all::put, dn, password);
        }
        Connection connection = new Connection(new InitialLdapContext(all, null), null);
        if (!startTls) {
            return connection;
        }
        try {
            LdapContext context = connection.context();
            StartTlsResponse tls = (StartTlsResponse) context.extendedOperation(new StartTlsRequest());
            connection = new Connection(context, tls);
            tls.negotiate(new LimitedTls(SSLContext.getDefault().getSocketFactory(), limit));
            if (dn != null) {
                authenticate(context::addToEnvironment, dn, password);
                context.reconnect(null);
            }
            return connection;
        } catch (NoSuchAlgorithmException e) {
            connection.close();
            throw new IllegalStateException("Every Java has a default for TLS", e);
        } catch (IOException e) {
            connection.close();
            throw noAnswer(e.getClass().getSimpleName(), e);
        } catch (NamingException e) {
            connection.close();
            throw e;
        }
    }

    /** A setting of a connection. */
    @FunctionalInterface
    private interface Setting {
        Object put(String name, String value) throws NamingException;
    }

    private static void authenticate(Setting setting, String dn, String password) throws NamingException {
        setting.put(Context.SECURITY_AUTHENTICATION, "simple");
        setting.put(Context.SECURITY_PRINCIPAL, dn);
        setting.put(Context.SECURITY_CREDENTIALS, password);
    }

    /** Messages of the directory may quote the name of the user, so only those of the network are passed on. */
    private static NoAnswerException noAnswer(NamingException failure) {
        String message = String.valueOf(failure.getMessage());
        Throwable root = failure.getRootCause();
        return message.contains("read timed out")
                ? NoAnswerException.slow()
                : noAnswer(failure.getClass().getSimpleName(), root);
    }

    private static NoAnswerException noAnswer(String name, Throwable root) {
        if (root instanceof SocketTimeoutException) {
            return NoAnswerException.slow();
        }
        return NoAnswerException.away(name + (root instanceof IOException ? ": " + root.getMessage() : ""));
    }

    /** @param tls the layer of TLS after StartTLS, or {@code null} */
    private record Connection(LdapContext context, StartTlsResponse tls) implements AutoCloseable {

        @Override
        public void close() {
            try {
                if (tls != null) {
                    tls.close();
                }
            } catch (IOException e) {
                // The connection is closed anyway.
            }
            try {
                context.close();
            } catch (NamingException e) {
                // The answer is known.
            }
        }
    }
}
