// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.policies;

import java.util.List;
import org.keycloak.representations.idm.authorization.ClientScopePolicyRepresentation.ClientScopeDefinition;
import org.keycloak.representations.idm.authorization.GroupPolicyRepresentation.GroupDefinition;
import org.keycloak.representations.idm.authorization.RolePolicyRepresentation.RoleDefinition;

/** A record of the kind {@code policies}: the fields of Keycloak's representations of all types of policies. */
public class PolicyRecord extends AuthorizationRecord {

    private List<RoleDefinition> roles;
    private Boolean fetchRoles;
    private List<String> users;
    private List<String> clients;
    private List<GroupDefinition> groups;
    private String groupsClaim;
    private List<ClientScopeDefinition> clientScopes;
    private String notBefore;
    private String notOnOrAfter;
    private String dayMonth;
    private String dayMonthEnd;
    private String month;
    private String monthEnd;
    private String year;
    private String yearEnd;
    private String hour;
    private String hourEnd;
    private String minute;
    private String minuteEnd;
    private String targetClaim;
    private String pattern;
    private Boolean targetContextAttributes;
    private List<String> capabilities;
    private Boolean requireAll;

    public List<RoleDefinition> getRoles() {
        return roles;
    }

    public void setRoles(List<RoleDefinition> roles) {
        this.roles = roles;
    }

    public Boolean getFetchRoles() {
        return fetchRoles;
    }

    public void setFetchRoles(Boolean fetchRoles) {
        this.fetchRoles = fetchRoles;
    }

    public List<String> getUsers() {
        return users;
    }

    public void setUsers(List<String> users) {
        this.users = users;
    }

    public List<String> getClients() {
        return clients;
    }

    public void setClients(List<String> clients) {
        this.clients = clients;
    }

    public List<GroupDefinition> getGroups() {
        return groups;
    }

    public void setGroups(List<GroupDefinition> groups) {
        this.groups = groups;
    }

    public String getGroupsClaim() {
        return groupsClaim;
    }

    public void setGroupsClaim(String groupsClaim) {
        this.groupsClaim = groupsClaim;
    }

    public List<ClientScopeDefinition> getClientScopes() {
        return clientScopes;
    }

    public void setClientScopes(List<ClientScopeDefinition> clientScopes) {
        this.clientScopes = clientScopes;
    }

    public String getNotBefore() {
        return notBefore;
    }

    public void setNotBefore(String notBefore) {
        this.notBefore = notBefore;
    }

    public String getNotOnOrAfter() {
        return notOnOrAfter;
    }

    public void setNotOnOrAfter(String notOnOrAfter) {
        this.notOnOrAfter = notOnOrAfter;
    }

    public String getDayMonth() {
        return dayMonth;
    }

    public void setDayMonth(String dayMonth) {
        this.dayMonth = dayMonth;
    }

    public String getDayMonthEnd() {
        return dayMonthEnd;
    }

    public void setDayMonthEnd(String dayMonthEnd) {
        this.dayMonthEnd = dayMonthEnd;
    }

    public String getMonth() {
        return month;
    }

    public void setMonth(String month) {
        this.month = month;
    }

    public String getMonthEnd() {
        return monthEnd;
    }

    public void setMonthEnd(String monthEnd) {
        this.monthEnd = monthEnd;
    }

    public String getYear() {
        return year;
    }

    public void setYear(String year) {
        this.year = year;
    }

    public String getYearEnd() {
        return yearEnd;
    }

    public void setYearEnd(String yearEnd) {
        this.yearEnd = yearEnd;
    }

    public String getHour() {
        return hour;
    }

    public void setHour(String hour) {
        this.hour = hour;
    }

    public String getHourEnd() {
        return hourEnd;
    }

    public void setHourEnd(String hourEnd) {
        this.hourEnd = hourEnd;
    }

    public String getMinute() {
        return minute;
    }

    public void setMinute(String minute) {
        this.minute = minute;
    }

    public String getMinuteEnd() {
        return minuteEnd;
    }

    public void setMinuteEnd(String minuteEnd) {
        this.minuteEnd = minuteEnd;
    }

    public String getTargetClaim() {
        return targetClaim;
    }

    public void setTargetClaim(String targetClaim) {
        this.targetClaim = targetClaim;
    }

    public String getPattern() {
        return pattern;
    }

    public void setPattern(String pattern) {
        this.pattern = pattern;
    }

    public Boolean getTargetContextAttributes() {
        return targetContextAttributes;
    }

    public void setTargetContextAttributes(Boolean targetContextAttributes) {
        this.targetContextAttributes = targetContextAttributes;
    }

    public List<String> getCapabilities() {
        return capabilities;
    }

    public void setCapabilities(List<String> capabilities) {
        this.capabilities = capabilities;
    }

    public Boolean getRequireAll() {
        return requireAll;
    }

    public void setRequireAll(Boolean requireAll) {
        this.requireAll = requireAll;
    }
}
